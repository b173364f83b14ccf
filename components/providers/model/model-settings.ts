import { askConsole } from '#lib/client/ask-console.ts'
import type {
  ModelAliasInput,
  ModelPatchInput,
  ModelRows,
  NamedModelInput,
  ProviderJob,
} from '#lib/contracts/console/providers.ts'

const schemas = () => import('#lib/contracts/console/providers.ts')

/** Models that match the search, 50 per page from `offset`. */
export async function listModelSettings(words: string, offset: number): Promise<ModelRows> {
  const query = new URLSearchParams({ q: words, offset: String(offset) })
  const [{ modelRowsSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('GET', `/api/models/settings?${query}`),
  ])
  return modelRowsSchema.parse(answer)
}

export async function changeModel(patch: ModelPatchInput): Promise<void> {
  await askConsole('PATCH', '/api/models/settings', patch)
}

export async function nameModel(model: NamedModelInput): Promise<void> {
  await askConsole('POST', '/api/models/named', model)
}

export async function unnameModel(id: string): Promise<void> {
  await askConsole('DELETE', `/api/models/named?${new URLSearchParams({ id })}`)
}

export async function setAlias(alias: ModelAliasInput): Promise<void> {
  await askConsole('PATCH', '/api/models/aliases', alias)
}

export async function removeAlias(alias: string): Promise<void> {
  await askConsole('DELETE', `/api/models/aliases?${new URLSearchParams({ alias })}`)
}

/** `model` null: the default of this installation. */
export async function chooseDefault(job: ProviderJob, model: string | null): Promise<void> {
  await askConsole('PATCH', '/api/models/defaults', { job, model })
}
