import { Load, percentile, type Timing } from './gateway-load.ts'
import type { Target } from './gateway-targets.ts'

const plain = 'echo'
const stream = 'chunks-200'

const rounds = 10
// Node compiles hot code: the figures are for warm gateways, since the first seconds are slower.
const warmUpRounds = 20

export interface Throughput {
  readonly cpuMicrosPerRequest: number
  /** The same of each round. */
  readonly cpuMicrosOfRounds: readonly number[]
  readonly requestsPerSecond: number
}

/** CPU and rate at 32 connections, after a warm-up that the JIT needs. */
export async function measureThroughput(
  targets: readonly Target[],
  count: number,
  call = (load: Load): Promise<Timing> => load.call(plain, false),
): Promise<Map<Target, Throughput>> {
  const spent = await measureInterleaved(targets, count, 32, call)
  return new Map(
    [...spent].map(([target, { cpuSeconds, cpuSecondsOfRounds, seconds }]) => [
      target,
      {
        cpuMicrosPerRequest: (cpuSeconds / count) * 1e6,
        cpuMicrosOfRounds: cpuSecondsOfRounds.map(each => (each / count) * rounds * 1e6),
        requestsPerSecond: count / seconds,
      },
    ]),
  )
}

/** Median of the ratios of ten pairs: the two of a pair are measured one after the other. */
export function medianRatio(measured: ReadonlyMap<Target, Throughput>, ours: Target, peer: Target): number {
  const ofPeer = measured.get(peer)?.cpuMicrosOfRounds ?? []
  return median((measured.get(ours)?.cpuMicrosOfRounds ?? []).map((cpu, at) => cpu / (ofPeer[at] ?? 0)))
}

/** CPU milliseconds of one stream of 200 chunks, eight at a time. */
export async function measureStreamCpu(
  targets: readonly Target[],
  count: number,
): Promise<Map<Target, number>> {
  const spent = await measureInterleaved(targets, count, 8, load => load.call(stream, true))
  return new Map([...spent].map(([target, { cpuSeconds }]) => [target, (cpuSeconds / count) * 1000]))
}

export interface Spent {
  cpuSeconds: number
  readonly cpuSecondsOfRounds: number[]
  seconds: number
}

// The targets alternate, because other load on the machine varies over time.
/** CPU and time of `count` requests through each target, after a warm-up. */
export async function measureInterleaved(
  targets: readonly Target[],
  count: number,
  atATime: number,
  call: (load: Load) => Promise<Timing>,
): Promise<Map<Target, Spent>> {
  const spent = new Map(
    targets.map(target => [target, { cpuSeconds: 0, cpuSecondsOfRounds: [] as number[], seconds: 0 }]),
  )
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [target, sum] of spent) {
      await using load = new Load(target, atATime)
      const cpuBefore = target.process?.cpuSeconds() ?? 0
      const startedAt = performance.now()
      await load.many(count / rounds, atATime, call)
      if (round < 0) continue
      sum.seconds += (performance.now() - startedAt) / 1000
      const cpuSeconds = (target.process?.cpuSeconds() ?? 0) - cpuBefore
      sum.cpuSeconds += cpuSeconds
      sum.cpuSecondsOfRounds.push(cpuSeconds)
    }
  }
  return spent
}

export interface Latency {
  readonly plainMs: number[]
  readonly firstMs: number[]
}

/** Sequential requests that alternate between the targets, so that other load affects all of them equally. */
export async function measureLatency(
  targets: readonly Target[],
  rounds: number,
): Promise<Map<Target, Latency>> {
  const loads = new Map(targets.map(target => [target, new Load(target, 1)]))
  const latencies = new Map(
    targets.map(target => [target, { plainMs: [] as number[], firstMs: [] as number[] }]),
  )
  for (let round = 0; round < rounds; round++) {
    for (const [target, load] of loads) {
      const [whole, streamed] = [await load.call(plain, false), await load.call(stream, true)]
      if (round < rounds / 5) continue
      latencies.get(target)?.plainMs.push(whole.totalMs)
      latencies.get(target)?.firstMs.push(streamed.firstMs)
    }
  }
  for (const load of loads.values()) await load[Symbol.asyncDispose]()
  return latencies
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

const largePrompt = [{ role: 'user', content: 'Why is the sky blue? '.repeat(1561) }]

/** A request with a prompt of 32 KB. */
export function callLarge(load: Load): Promise<Timing> {
  return load.post('/v1/chat/completions', plain, { messages: largePrompt })
}

/** Longer than five of the pauses that the provider makes, and short enough for a reader not to notice. */
const noticeableMs = 250

/**
 * Many concurrent streams with a piece every 50 ms, each read to its end.
 * @returns number of incomplete streams, of those with a noticeable pause, and peak memory
 */
export async function measureManyStreams(
  target: Target,
  count: number,
): Promise<{ lost: number; paused: number; rssMegabytes: number }> {
  await using load = new Load(target, count)
  let rssMegabytes = 0
  const watching = setInterval(() => {
    rssMegabytes = Math.max(rssMegabytes, target.process?.rssMegabytes() ?? 0)
  }, 200)
  const timings = await Promise.allSettled(
    Array.from({ length: count }, () => load.call('chunks-100-50', true)),
  )
  clearInterval(watching)
  const whole = timings
    .filter(timing => timing.status === 'fulfilled')
    .filter(({ value }) => isWhole(value.text, 100))
  const paused = whole.filter(({ value }) => value.pauseMs > noticeableMs)
  return { lost: count - whole.length, paused: paused.length, rssMegabytes }
}

function isWhole(text: string, pieces: number): boolean {
  const words = [...text.matchAll(/"content":"word(\d+) "/g)].map(([, number]) => Number(number))
  return (
    words.length === pieces && words.every((word, at) => word === at) && text.endsWith('data: [DONE]\n\n')
  )
}
