import { listModels } from '#lib/models/list-models.ts'
import type { DownloadProgress } from '#lib/models/download/progress.ts'
import type { Command } from './command.ts'
import { runningDownloads } from './running-downloads.ts'
import { toSize } from './to-size.ts'
import { toTable } from './to-table.ts'

const stateText = {
  ready: 'ready',
  unchecked: 'ready (checked at first use)',
  not_downloaded: 'not downloaded',
} as const

export const modelsList: Command = {
  takes: '',
  summary: 'List the embedded models: what is here, and what could be fetched.',
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
    terminal.say(toTable([['MODEL', 'KIND', 'SIZE', 'LICENCE', 'STATE'], ...rows]))
    terminal.say(`\nFolder: ${config.modelsDir}`)
  },
}

function stateOf(download: DownloadProgress | undefined): string | null {
  if (download === undefined) return null
  const share = download.totalBytes === 0 ? 0 : download.doneBytes / download.totalBytes
  return `downloading, ${Math.floor(share * 100)} %`
}
