"""Values of trees: exact, and in so many digits; numeric probes."""
