"""Numbers from their written form: cleaning, units, joint answers."""
