grognard weights 1
game dresden-20-maneuver
from grognard train dresden-20-maneuver --eye --games 400 --seed 1
from 14580 positions; mean square missed in those kept apart 22.8627 before, 21.3758 after
weight margin 0.96962
weight margin-later -0.45262
weight later 0.40310
weight strength -0.11394
weight strength-later 1.85871
weight held 0.20085
weight held-later -0.92233
weight near 1.38161
weight near-later -1.07924
weight exposed 0.29861
weight exposed-later -0.15733
weight turn 0.20505
weight turn-later -0.06233
weight thin -0.48937
weight thin-later -1.31886
weight routed 0.47049
weight routed-later -0.20685
