grognard weights 1
game eylau
from grognard train eylau --eye --games 300 --seed 1
from 19611 positions; mean square missed in those kept apart 1829.8537 before, 1180.6057 after
weight margin 0.68642
weight margin-later -1.76208
weight later -32.17069
weight strength 5.13910
weight strength-later 66.81726
weight held -1.03812
weight held-later 4.49427
weight near 1.75118
weight near-later -3.27085
weight exposed 0.04340
weight exposed-later 1.05527
weight turn -1.18083
weight turn-later 0.79987
weight disrupted 0.00000
weight disrupted-later 0.00000
weight morale 0.00000
weight morale-later 0.00000
