import { listModels } from '#lib/models/list-models.ts'
import { removeModel } from '#lib/models/remove-model.ts'
import { internalHeader } from '#lib/internal-token.ts'
import { askServer, readText } from './ask-server.ts'
import type { Command } from './command.ts'
import { findRunningServer, internalUrl } from './running-server.ts'
import { toModelId } from './to-model-id.ts'
import { toSize } from './to-size.ts'

export const modelsRemove: Command = {
  takes: '<id>',
  summary: 'Delete a model from this machine, including partial downloads.',
  options: {},
  positionals: 1,

  async run({ config, terminal, signal, positionals }) {
    const id = toModelId(positionals[0] ?? '')
    const stored = (await listModels(config.modelsDir)).find(model => model.entry.id === id)
    const server = findRunningServer(config.dataDir)
    if (server === null) {
      await removeModel(config.modelsDir, id)
    } else {
      const url = internalUrl(server, `models/${encodeURIComponent(id)}`)
      const headers = { [internalHeader]: server.internalToken }
      await readText(await askServer({ method: 'DELETE', url, headers, signal }))
    }
    const wasHere = stored !== undefined && stored.state !== 'not_downloaded'
    terminal.say(wasHere ? `Deleted ${id}: ${toSize(stored.sizeBytes)}.` : `${id} is not downloaded.`)
  },
}
