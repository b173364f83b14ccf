'use client'
import { useIssue } from '#components/playground/issues-context.ts'
import { Field } from '#components/ui/field.tsx'
import { NumberField } from '#components/ui/number-field.tsx'
import { withFlag } from '#lib/client/documents/flags.ts'
import { chunkTokens, chunkTokensMax, chunkTokensMin } from '#lib/client/documents/chunk-size.ts'
import { useDocuments, useDocumentsStore } from './documents-context.ts'

/** How long chunks may be, and how much of one the next repeats. */
export function ChunkSizes() {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Size
        name="chunk_size"
        label="Tokens of a chunk"
        min={chunkTokensMin}
        placeholder={String(chunkTokens)}
      />
      <Size name="chunk_overlap" label="Tokens repeated" min={0} placeholder="0" />
    </div>
  )
}

function Size({
  name,
  label,
  min,
  placeholder,
}: {
  name: string
  label: string
  min: number
  placeholder: string
}) {
  const store = useDocumentsStore()
  const { fields } = useDocuments()
  const issue = useIssue(name)
  const value = Number(fields[name] ?? Number.NaN)
  return (
    <div data-field={name}>
      <Field label={label} error={issue?.message}>
        {ids => (
          <NumberField
            {...ids}
            min={min}
            max={chunkTokensMax}
            step={32}
            placeholder={placeholder}
            value={Number.isNaN(value) ? null : value}
            onChange={next =>
              store.update(state => ({
                ...state,
                fields: withFlag(state.fields, name, next === null ? undefined : String(next)),
              }))
            }
          />
        )}
      </Field>
    </div>
  )
}
