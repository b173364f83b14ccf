import type { DownloadProgress } from '#lib/models/download/progress.ts'
import { pullModel } from '#lib/models/pull-model.ts'
import type { Command, CommandInput, Terminal } from './command.ts'
import { pullThroughServer } from './pull-through-server.ts'
import { findRunningServer } from './running-server.ts'
import { toModelId } from './to-model-id.ts'
import { toSize } from './to-size.ts'

export const modelsPull: Command = {
  takes: '<id>',
  summary: 'Download a model; existing files are verified and reused.',
  options: {},
  positionals: 1,

  async run(input) {
    const { config, terminal, signal, positionals } = input
    const id = toModelId(positionals[0] ?? '')
    const report = createProgressPrinter(terminal)
    const server = findRunningServer(config.dataDir)
    if (server === null) await pullHere(id, input, report)
    else await pullThroughServer(id, server, { signal, report })
    terminal.say(`${id} is ready.`)
  },
}

async function pullHere(
  id: string,
  { config, signal }: CommandInput,
  report: (progress: DownloadProgress) => void,
): Promise<void> {
  const { modelsDir, modelSources, hfEndpoint, hfToken } = config
  const hub = { endpoint: hfEndpoint, token: hfToken }
  await pullModel(id, { modelsDir, modelSources, hub, signal, report })
}

/** A progress line on a terminal, else a line every 10%. */
function createProgressPrinter(terminal: Terminal): (progress: DownloadProgress) => void {
  let last = ''
  return progress => {
    if (terminal.watched) {
      terminal.progress(toLine(progress))
      return
    }
    const step = `${progress.state} ${Math.floor(percentOf(progress) / 10)}`
    if (step === last) return
    last = step
    terminal.say(toLine(progress))
  }
}

function toLine(progress: DownloadProgress): string {
  const size = `${toSize(progress.doneBytes)} of ${toSize(progress.totalBytes)}`
  const share = `${progress.model}  ${percentOf(progress)} %  ${size}`
  switch (progress.state) {
    case 'waiting':
      return `${share}, another process is downloading it`
    case 'downloading':
      return share + speedOf(progress)
    case 'verifying':
      return `${share}, checking`
    case 'ready':
      return share
    case 'cancelled':
      return `${share}, canceled`
    case 'failed':
      return `${share}, failed`
  }
}

function speedOf({ bytesPerSecond, remainingMs, source }: DownloadProgress): string {
  const from = source === null ? '' : ` from ${source}`
  if (bytesPerSecond === 0) return from
  const left = remainingMs === null ? '' : `, ${toDuration(remainingMs)} left`
  return `${from}, ${toSize(bytesPerSecond)}/s${left}`
}

function toDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function percentOf({ doneBytes, totalBytes }: DownloadProgress): number {
  return totalBytes === 0 ? 100 : Math.min(100, Math.floor((doneBytes / totalBytes) * 100))
}
