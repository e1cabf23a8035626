grognard weights 1
game dresden-20
from grognard train dresden-20 --eye --games 400 --seed 1
from 9596 positions; mean square missed in those kept apart 20.6365 before, 17.6972 after
weight margin 0.84479
weight margin-later -0.56942
weight later -2.10785
weight strength -0.17640
weight strength-later 2.11185
weight held 0.42414
weight held-later -1.83252
weight near -0.00806
weight near-later 4.79663
weight exposed 0.51856
weight exposed-later -1.16971
weight turn -0.14402
weight turn-later 1.44725
weight thin 1.16314
weight thin-later -5.89815
weight routed -0.49703
weight routed-later 2.93069
