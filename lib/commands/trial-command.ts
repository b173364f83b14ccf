import { totalmem } from 'node:os'
import type { Config } from '#lib/config.ts'
import { modelListSchema } from '#lib/contracts/models.ts'
import { defaultChatModel } from '#lib/models/default-models.ts'
import { askProduct, readText } from './ask-product.ts'
import type { KeyOptions } from './read-key-options.ts'

export interface Trial {
  readonly config: Config
  readonly settings: KeyOptions
  readonly token: string
  readonly baseUrl: string
  readonly running: boolean
  readonly signal: AbortSignal
}

/** A curl that works with this key: a question where it may chat, else the list of models. */
export async function trialCommand(trial: Trial): Promise<string> {
  const { baseUrl, token, settings } = trial
  const authorization = `-H 'Authorization: Bearer ${token}'`
  if (!settings.scopes.includes('chat')) return `curl -s ${baseUrl}/v1/models \\\n  ${authorization}`
  const body = { model: await chooseModel(trial), messages: [{ role: 'user', content: 'Say hello.' }] }
  return [
    `curl -s ${baseUrl}/v1/chat/completions \\`,
    `  ${authorization} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`,
  ].join('\n')
}

async function chooseModel(trial: Trial): Promise<string> {
  const { config, settings } = trial
  const allowed = (id: string) => settings.models === null || settings.models.includes(id)
  const usual = config.defaults.chat ?? defaultChatModel(totalmem())
  const ready = trial.running ? await readyChatModels(trial) : []
  if (ready.includes(usual) && allowed(usual)) return usual
  return ready.find(allowed) ?? settings.models?.[0] ?? usual
}

/** What would answer now; nothing where the product is still starting, because the key is made all the same. */
async function readyChatModels({ baseUrl, token, signal }: Trial): Promise<string[]> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(5000)])
    const response = await askProduct({
      method: 'GET',
      url: `${baseUrl}/v1/models`,
      headers,
      signal: deadline,
    })
    const list = modelListSchema.parse(JSON.parse(await readText(response)))
    return list.data.filter(model => model.type === 'chat').map(model => model.id)
  } catch {
    return []
  }
}
