// How much of a processor we get. Times are a promise about a machine that does nothing else; on one that does, a second of work
// takes longer by the clock, and this says by how much: 1 on a quiet machine, 3 where two others want the same processor.
export function slowness(milliseconds = 250) {
  const [wall, busy] = [process.hrtime.bigint(), process.cpuUsage()];
  let used = 0;
  for (let sum = 0; used < milliseconds * 1000; ) {
    for (let i = 0; i < 100_000; i += 1) sum += Math.sqrt(i);
    const { user, system } = process.cpuUsage(busy);
    used = sum > 0 ? user + system : Infinity;
  }
  return Math.max(1, Number(process.hrtime.bigint() - wall) / 1000 / used);
}
