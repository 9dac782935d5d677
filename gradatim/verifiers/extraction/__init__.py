"""Where a completion states its answer: from a text to an `Extraction`."""
