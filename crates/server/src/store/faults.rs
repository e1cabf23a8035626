//! Faults that tests make on the way of a batch to the disk. Outside of tests there are none, and this compiles to nothing.

use super::lines::Ill;
use std::time::Instant;

/// Where a batch can be hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// The connections are opened.
    Open,
    /// The transaction begins.
    Begin,
    /// Something is written.
    Statement,
    /// The second connection looks.
    Look,
    /// A transaction is taken back.
    Rollback,
}

/// What can happen to a COMMIT.
#[cfg_attr(not(test), expect(dead_code, reason = "only tests make faults"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// It is not done, and an error is reported.
    Refused,
    /// It is done, and an error is reported.
    DoneButRefused,
    /// It is not done, and success is reported.
    SaidButNotDone,
}

/// The faults that are to come, in order.
#[derive(Clone, Default, Debug)]
pub struct Faults {
    #[cfg(test)]
    planned: std::sync::Arc<std::sync::Mutex<Plan>>,
    #[cfg(test)]
    heard: std::sync::Arc<std::sync::Mutex<Heard>>,
}

#[cfg(not(test))]
impl Faults {
    #[expect(clippy::unused_self, reason = "in tests it is used")]
    pub(super) const fn at(&self, _: Stage) -> Result<(), Ill> {
        Ok(())
    }

    #[expect(clippy::unused_self, reason = "in tests it is used")]
    pub(super) const fn of_commit(&self) -> Option<Fault> {
        None
    }

    #[expect(clippy::unused_self, reason = "in tests it is used")]
    pub(super) fn now(&self) -> Instant {
        Instant::now()
    }

    #[expect(clippy::unused_self, reason = "in tests it is used")]
    pub(super) const fn hear(&self, _: &str) {}
}

/// Which faults are left to make.
#[cfg(test)]
#[derive(Default, Debug)]
struct Plan {
    stages: Vec<Stage>,
    commits: Vec<Fault>,
}

/// What whoever runs the server was told, and when that was: time stands still in tests.
#[cfg(test)]
#[derive(Debug)]
struct Heard {
    now: Instant,
    said: Vec<String>,
}

#[cfg(test)]
impl Default for Heard {
    fn default() -> Self {
        Self { now: Instant::now(), said: Vec::new() }
    }
}

#[cfg(test)]
impl Faults {
    pub(super) fn now(&self) -> Instant {
        crate::hub::lock(&self.heard).now
    }

    /// Some time goes by.
    pub(super) fn pass(&self, time: std::time::Duration) {
        crate::hub::lock(&self.heard).now += time;
    }

    pub(super) fn hear(&self, what: &str) {
        crate::hub::lock(&self.heard).said.push(what.to_owned());
    }

    /// What was said since this was asked.
    pub(super) fn heard(&self) -> Vec<String> {
        std::mem::take(&mut crate::hub::lock(&self.heard).said)
    }

    /// The next time a batch gets to each of these stages it fails there.
    pub(super) fn plan(&self, stages: &[Stage], commits: &[Fault]) {
        *crate::hub::lock(&self.planned) = Plan { stages: stages.to_vec(), commits: commits.to_vec() };
    }

    /// Whether every planned fault has been made.
    pub(super) fn all_made(&self) -> bool {
        let plan = crate::hub::lock(&self.planned);
        plan.stages.is_empty() && plan.commits.is_empty()
    }

    pub(super) fn at(&self, stage: Stage) -> Result<(), Ill> {
        let mut plan = crate::hub::lock(&self.planned);
        match plan.stages.iter().position(|planned| *planned == stage) {
            Some(place) => {
                plan.stages.remove(place);
                Err(Ill::injected(&format!("{stage:?}")))
            }
            None => Ok(()),
        }
    }

    pub(super) fn of_commit(&self) -> Option<Fault> {
        let mut plan = crate::hub::lock(&self.planned);
        if plan.commits.is_empty() { None } else { Some(plan.commits.remove(0)) }
    }
}
