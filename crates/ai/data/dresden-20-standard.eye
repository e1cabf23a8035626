grognard weights 1
game dresden-20-standard
from grognard train dresden-20-standard --eye --games 400 --seed 1
from 14536 positions; mean square missed in those kept apart 21.1097 before, 16.0647 after
weight margin 0.86604
weight margin-later -0.31790
weight later -2.68357
weight strength 0.03104
weight strength-later 0.50022
weight held -0.15964
weight held-later -0.29239
weight near 1.00150
weight near-later -0.82907
weight exposed -0.08047
weight exposed-later 0.30180
weight turn 0.14616
weight turn-later -0.04523
weight thin 1.02552
weight thin-later -2.49570
weight routed 1.09497
weight routed-later -0.32191
