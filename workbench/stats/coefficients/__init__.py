"""What agreement of two columns of numbers is: every coefficient, and what they count."""
