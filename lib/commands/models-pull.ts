import type { DownloadProgress } from '#lib/models/download/progress.ts'
import { pullModel } from '#lib/models/pull-model.ts'
import type { Command, CommandInput } from './command.ts'
import { createProgressPrinter } from './print-progress.ts'
import { pullThroughProduct } from './pull-through-product.ts'
import { findRunningProduct } from './running-product.ts'
import { toModelId } from './to-model-id.ts'

export const modelsPull: Command = {
  takes: '<id>',
  summary: 'Fetch a model; what is already here is kept and checked.',
  options: {},
  positionals: 1,

  async run(input) {
    const { config, terminal, signal, positionals } = input
    const id = toModelId(positionals[0] ?? '')
    const report = createProgressPrinter(terminal)
    const product = findRunningProduct(config.dataDir)
    if (product === null) await pullHere(id, input, report)
    else await pullThroughProduct(id, product, { signal, report })
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
