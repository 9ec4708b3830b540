"""What is known about each public function: what it computes, how closely, and how it is called."""
