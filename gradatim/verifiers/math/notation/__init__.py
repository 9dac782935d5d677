"""From a text to a tree: LaTeX, Unicode and plain notation."""
