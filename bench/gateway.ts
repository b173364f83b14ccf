import type { BenchmarkOptions } from './benchmark-options.ts'
import { EndlessUpstream } from './gateway-abort.ts'
import { compareWithCommit } from './gateway-against.ts'
import { percentile } from './gateway-load.ts'
import {
  callLarge,
  measureLatency,
  measureManyStreams,
  measureStreamCpu,
  measureThroughput,
  median,
  medianRatio,
} from './gateway-measures.ts'
import {
  direct,
  startNginx,
  startNode,
  startPortkey,
  startSextant,
  startUpstream,
  type Target,
} from './gateway-targets.ts'
import { type Row, toRow } from './row.ts'
import { temporaryFolder } from './temporary-folder.ts'

const requests = 10_000
const streams = 400
const rounds = 500
const concurrent = 1_000
const readerStreams = 512

/** One scripted upstream, reached directly, through Sextant, Portkey, nginx and a bare Node server, in one run. */
export async function run({ against }: BenchmarkOptions): Promise<readonly Row[]> {
  if (against !== null) return await compareWithCommit(against)
  using folder = temporaryFolder()
  await using resources = new AsyncDisposableStack()
  const keep = <T extends Target | null>(target: T): T => {
    if (target?.process) resources.use(target.process)
    return target
  }
  const upstream = await startUpstream()
  resources.use(upstream.process)
  const endless = resources.use(new EndlessUpstream())
  const straight = direct(upstream.port)
  const ours = keep(await startSextant([upstream.port, await endless.listen()], folder.path))
  const budget = '100000/month'
  const budgeted = keep(await startSextant([upstream.port], folder.path, { budget }))
  const deployed = keep(await startSextant([upstream.port], folder.path, { budget, isDeployedTwice: true }))
  const portkey = keep(await startPortkey(upstream.port))
  const nginx = keep(await startNginx(upstream.port, folder.path))
  const node = keep(await startNode(upstream.port))
  const peers = [node, portkey, nginx].filter(target => target !== null)

  const throughput = await measureThroughput([deployed, budgeted, ours, ...peers], requests)
  const large = await measureThroughput([ours, node], requests, callLarge)
  const streamCpu = await measureStreamCpu([ours, ...peers], streams)
  const latency = await measureLatency([straight, ours, ...peers], rounds)
  const chat: Target = { ...ours }
  const formats = [
    { api: 'Messages', apiFormat: 'messages', provider: 'claude' } as const,
    { api: 'Responses', apiFormat: 'responses', provider: 'gpt' } as const,
  ].flatMap(({ api, apiFormat, provider }) => {
    const modelId = (upstream: string): string => `${provider}/${upstream}`
    return [
      { api, name: 'forwarded', target: { ...ours, apiFormat, modelId }, times: 1.15 },
      { api, name: 'translated', target: { ...ours, apiFormat }, times: 1.5 },
    ]
  })
  const formatTargets = [chat, ...formats.map(({ target }) => target)]
  const formatRequests = await measureThroughput(formatTargets, requests)
  const formatStreams = await measureStreamCpu(formatTargets, streams)
  const { paused } = await measureManyStreams(ours, readerStreams)
  const { lost, rssMegabytes } = await measureManyStreams(ours, concurrent)
  // Last, because it loads the 80 MB vocabulary: tokens of canceled streams are counted in the gateway.
  const abortMs = await endless.measureAbort({ ...ours, modelId: () => 'up1/endless' }, 10)
  const afterMegabytes = ours.process?.rssMegabytes() ?? Number.NaN

  const plainMs = (target: Target, share = 0.5): number =>
    percentile(latency.get(target)?.plainMs ?? [], share)
  const firstMs = (target: Target): number => median(latency.get(target)?.firstMs ?? [])
  const cpuMicros = (target: Target): number => throughput.get(target)?.cpuMicrosPerRequest ?? Number.NaN
  const toRatioRow = (name: string, ratio: number, peerName: string, goal: number): Row =>
    toRow({
      name: `CPU of a request${name}, median of ten pairs`,
      unit: '×',
      ours: ratio,
      peer: 1,
      peerName,
      goal,
    })

  return [
    ...peers.flatMap(peer => [
      toRow({
        name: 'CPU of a request, 32 connections',
        unit: 'µs',
        ours: cpuMicros(ours),
        peer: cpuMicros(peer),
        peerName: peer.name,
        goal: peer === nginx ? 5 * cpuMicros(peer) : undefined,
      }),
      toRow({
        name: 'requests a second, 32 connections',
        unit: '1/s',
        ours: throughput.get(ours)?.requestsPerSecond ?? Number.NaN,
        peer: throughput.get(peer)?.requestsPerSecond,
        peerName: peer.name,
      }),
      toRow({
        name: 'CPU of a stream of 200 chunks',
        unit: 'ms',
        ours: streamCpu.get(ours) ?? Number.NaN,
        peer: streamCpu.get(peer),
        peerName: peer.name,
        goal: peer === portkey ? 1.4 : undefined,
      }),
      toRow({
        name: 'added p50, one connection',
        unit: 'ms',
        ours: plainMs(ours) - plainMs(straight),
        peer: plainMs(peer) - plainMs(straight),
        peerName: peer.name,
        goal: peer === portkey ? 0.4 : undefined,
      }),
      toRow({
        name: 'added p99, one connection',
        unit: 'ms',
        ours: plainMs(ours, 0.99) - plainMs(straight, 0.99),
        peer: plainMs(peer, 0.99) - plainMs(straight, 0.99),
        peerName: peer.name,
      }),
      toRow({
        name: 'added time to first event, p50',
        unit: 'ms',
        ours: firstMs(ours) - firstMs(straight),
        peer: firstMs(peer) - firstMs(straight),
        peerName: peer.name,
        goal: peer === portkey ? 2 : undefined,
      }),
    ]),
    ...formats.flatMap(({ api, name, target, times }) => [
      toRow({
        name: `CPU of a request of the ${api} API, ${name}`,
        unit: 'µs',
        ours: formatRequests.get(target)?.cpuMicrosPerRequest ?? Number.NaN,
        peer: formatRequests.get(chat)?.cpuMicrosPerRequest,
        peerName: 'chat completions',
        goal: times * (formatRequests.get(chat)?.cpuMicrosPerRequest ?? Number.NaN),
      }),
      toRow({
        name: `CPU of a stream of 200 chunks of the ${api} API, ${name}`,
        unit: 'ms',
        ours: formatStreams.get(target) ?? Number.NaN,
        peer: formatStreams.get(chat),
        peerName: 'chat completions',
        goal: times * (formatStreams.get(chat) ?? Number.NaN),
      }),
    ]),
    toRatioRow('', medianRatio(throughput, ours, node), node.name, 2),
    toRatioRow(
      ' with a budget, a price and two deployments',
      medianRatio(throughput, deployed, node),
      node.name,
      2,
    ),
    toRatioRow(' with a budget', medianRatio(throughput, budgeted, ours), 'without a budget', 1.1),
    toRatioRow(' of 32 KB', medianRatio(large, ours, node), node.name, 1.5),
    toRow({
      name: `${readerStreams} concurrent streams: over 250 ms without an event`,
      unit: 'streams',
      ours: paused,
      goal: 0,
    }),
    toRow({ name: 'client disconnect → upstream stopped, p50', unit: 'ms', ours: abortMs, goal: 1000 }),
    toRow({ name: `${concurrent} concurrent streams: incomplete`, unit: 'streams', ours: lost, goal: 0 }),
    toRow({ name: `${concurrent} concurrent streams: memory`, unit: 'MB', ours: rssMegabytes, goal: 250 }),
    toRow({ name: 'memory after load, including canceled streams', unit: 'MB', ours: afterMegabytes }),
  ]
}
