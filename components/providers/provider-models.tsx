import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { providerJobs } from '#lib/contracts/console/providers.ts'
import { nameModel } from './model/model-settings.ts'
import { readModelNames, type TypedModels } from './provider-draft.ts'

const kinds = providerJobs.map(value => ({ value, label: value }))

/** The models of a provider without a model list, by their IDs. */
export function ProviderModels({
  models,
  onChange,
}: {
  models: TypedModels
  onChange: (models: TypedModels) => void
}) {
  return (
    <div className="grid grid-cols-[1fr_9rem] gap-3 max-sm:grid-cols-1">
      <Field label="Model IDs" help="One per line, as the provider names them.">
        {ids => (
          <TextArea
            {...ids}
            spellCheck={false}
            maxLength={8000}
            placeholder="qwen3-32b"
            value={models.text}
            onChange={event => onChange({ ...models, text: event.target.value })}
          />
        )}
      </Field>
      <Field label="Type">
        {ids => (
          <NativeSelect
            {...ids}
            choices={kinds}
            value={models.kind}
            onChange={kind => onChange({ ...models, kind })}
          />
        )}
      </Field>
    </div>
  )
}

/** Adds the models as `provider/model`. @returns their IDs */
export async function addModels(provider: string, { text, kind }: TypedModels): Promise<readonly string[]> {
  const names = readModelNames(text)
  for (const upstream of names) await nameModel({ id: `${provider}/${upstream}`, provider, upstream, kind })
  return names.map(name => `${provider}/${name}`)
}
