import { listModels } from '#lib/models/list-models.ts'
import type { DownloadProgress } from '#lib/models/download/progress.ts'
import type { Command } from './command.ts'
import { toSize } from './to-size.ts'
import { toTable } from './to-table.ts'
import { z } from 'zod'
import { internalHeader } from '#lib/internal-token.ts'
import { askServer, readText } from './ask-server.ts'
import { progressSchema } from './pull-through-server.ts'
import { findRunningServer, internalUrl, type RunningServer } from './running-server.ts'

const stateText = {
  ready: 'ready',
  unchecked: 'ready (verified on first use)',
  not_downloaded: 'not downloaded',
} as const

const listSchema = z.object({ data: z.array(progressSchema) })

export const modelsList: Command = {
  takes: '',
  summary: 'List embedded models: downloaded and available.',
  options: { json: { type: 'boolean', description: 'Print JSON, for scripts' } },
  positionals: 0,

  async run({ config, terminal, options, signal }) {
    const models = await listModels(config.modelsDir)
    const downloads = await runningDownloads(config.dataDir, signal)
    if (options['json'] === true) {
      const entries = models.map(({ entry, sizeBytes, state }) => ({
        id: entry.id,
        kind: entry.kind,
        sizeBytes,
        licence: entry.licence.name,
        state: downloads.has(entry.id) ? 'downloading' : state,
      }))
      terminal.say(JSON.stringify(entries))
      return
    }
    const rows = models.map(({ entry, sizeBytes, state }) => [
      entry.id,
      entry.kind,
      sizeBytes === 0 ? '–' : toSize(sizeBytes),
      entry.licence.name,
      stateOf(downloads.get(entry.id)) ?? stateText[state],
    ])
    terminal.say(toTable([['MODEL', 'TYPE', 'SIZE', 'LICENSE', 'STATE'], ...rows]))
    terminal.say(`\nFolder: ${config.modelsDir}`)
  },
}

function stateOf(download: DownloadProgress | undefined): string | null {
  if (download === undefined) return null
  const share = download.totalBytes === 0 ? 0 : download.doneBytes / download.totalBytes
  return `downloading, ${Math.floor(share * 100)} %`
}

/** Current downloads of the running server by model id; none while it is unreachable. */
async function runningDownloads(
  dataDir: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DownloadProgress>> {
  const server = findRunningServer(dataDir)
  if (server === null) return new Map()
  try {
    return await askDownloads(server, signal)
  } catch (error) {
    if (signal.aborted) throw error
    // The server is starting or stopping: the folder can still be listed.
    return new Map()
  }
}

async function askDownloads(
  server: RunningServer,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, DownloadProgress>> {
  const headers = { [internalHeader]: server.internalToken }
  const response = await askServer({
    method: 'GET',
    url: internalUrl(server, 'downloads'),
    headers,
    signal,
  })
  const { data } = listSchema.parse(JSON.parse(await readText(response)))
  const active = data.filter(
    ({ state }) => state === 'waiting' || state === 'downloading' || state === 'verifying',
  )
  return new Map(active.map(progress => [progress.model, progress]))
}
