'use client'

import { useId } from 'react'
import { useIssue } from '#components/playground/form/issues-context.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { contractFields, type ContractField } from '#components/playground/form/model/contract-fields.ts'
import { modeOf } from './model/extract-mode.ts'
import { applyPreset, presetOf, presets } from './model/presets.ts'
import { optionHints, isOn, withFlag } from './model/flags.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { useDocuments, useDocumentsStore } from './documents-context.ts'
import { Field } from '#components/ui/form/field.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import { chunkTokens, chunkTokensMax, chunkTokensMin } from './model/views/chunk-size.ts'

const shapes = [
  { value: 'text', label: 'Text' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'pages', label: 'Pages' },
  { value: 'embeddings', label: 'Chunks' },
]
const flagNames = [
  'page_based',
  'remove_headers',
  'enable_ocr',
  'images_only',
  'include_image_data',
  'details',
] as const

/** Fields of the contract that are edited here; the rest becomes Parameters. */
export const ownFields: readonly string[] = [
  'file',
  'extract_mode',
  'chunk_size',
  'chunk_overlap',
  'password',
  'library',
  ...flagNames,
]

/** Options for every file. */
export function OptionsEditor({ contract }: { contract: ContractInfo }) {
  const store = useDocumentsStore()
  const { fields, files } = useDocuments()
  const hints = optionHints(fields, files)
  const mode = modeOf(fields)
  const described = new Map(contractFields(contract).map(field => [field.name, field]))
  const set = (name: string, value: string | undefined) =>
    store.update(state => ({ ...state, fields: withFlag(state.fields, name, value) }))
  return (
    <section aria-label="Output" className="flex min-w-0 flex-col gap-2">
      <Row label="Preset">
        <Segmented
          label="Preset"
          choices={presets.map(({ name }) => ({ value: name, label: name }))}
          value={presetOf(fields)}
          onChange={name => store.update(state => ({ ...state, fields: applyPreset(state.fields, name) }))}
        />
      </Row>
      <Row label="Output mode">
        <Segmented
          label="Output mode"
          choices={shapes}
          value={mode}
          onChange={next => set('extract_mode', next === 'text' ? undefined : next)}
        />
      </Row>
      {mode === 'embeddings' && <ChunkSizes />}
      <div className="mt-2 flex flex-col gap-3">
        {flagNames.map(name => (
          <Flag
            key={name}
            name={name}
            field={described.get(name)}
            hint={hints[name] ?? null}
            on={isOn(fields[name])}
            onChange={on => set(name, on ? 'true' : undefined)}
          />
        ))}
      </div>
    </section>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}

function Flag({
  name,
  field,
  hint,
  on,
  onChange,
}: {
  name: string
  field: ContractField | undefined
  /** Hints for the current state. */
  hint: string | null
  on: boolean
  onChange: (on: boolean) => void
}) {
  const id = useId()
  const issue = useIssue(name)
  return (
    <div data-field={name} className="flex min-w-0 flex-col gap-0.5">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <label htmlFor={id} className="flex min-w-0 items-baseline gap-1.5">
          <span aria-hidden className="shrink-0">
            {field?.label}
          </span>
          <code className="truncate text-2xs text-muted">{name}</code>
        </label>
        <Switch id={id} checked={on} onChange={onChange} aria-describedby={`${id}-help`} />
      </div>
      <p id={`${id}-help`} className="text-xs text-muted">
        {issue?.message ?? toHelp(field?.help ?? '')}
        {hint !== null && <span className="block text-warn">{hint}</span>}
      </p>
    </div>
  )
}

/** The contract's description without the flag syntax, which a switch does not need. */
function toHelp(help: string): string {
  return help.replace(/^`true` or `1`: /, '').replaceAll('`', '')
}

/** Chunk size, and the overlap with the next chunk. */
function ChunkSizes() {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Size name="chunk_size" label="Chunk size" min={chunkTokensMin} placeholder={String(chunkTokens)} />
      <Size name="chunk_overlap" label="Overlap" min={0} placeholder="0" />
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
