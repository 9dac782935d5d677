"""Are two mathematical texts equal? Numbers, expressions, and what is built of them."""
