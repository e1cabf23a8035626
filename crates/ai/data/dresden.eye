grognard weights 1
game dresden
from grognard train dresden --eye --games 300 --seed 1
from 14237 positions; mean square missed in those kept apart 3891.2917 before, 3549.6889 after
weight margin 0.30072
weight margin-later 0.69053
weight later -49.84388
weight strength 18.56176
weight strength-later 7.23700
weight held 5.04437
weight held-later -5.27563
weight near -1.46376
weight near-later 9.76408
weight exposed -11.10827
weight exposed-later 5.41690
weight turn 0.12132
weight turn-later -0.39797
weight disrupted -10.62281
weight disrupted-later 7.55214
weight morale 9.44237
weight morale-later 3.46553
