int early, late = 3, never = 4, zero = 7;
