//! What the system knows of a process. Linux only.

use super::seat::Failure;

/// Memory that is resident, in kB.
pub fn memory(pid: u32) -> Result<u64, Failure> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS is told of the server")?;
    Ok(line.split_whitespace().next().unwrap_or_default().parse()?)
}

/// Seconds that processors have worked for it.
pub fn time(pid: u32) -> Result<f64, Failure> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name of the program, in brackets, may hold blanks; the 14th and 15th fields are the times.
    let (_, rest) = stat.rsplit_once(')').ok_or("the state of the process is not told")?;
    let ticks = rest.split_whitespace().skip(11).take(2).map(str::parse::<f64>).sum::<Result<f64, _>>()?;
    Ok(ticks / 100.0)
}
