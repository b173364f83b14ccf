'use client'

import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { useIssue } from '#components/playground/form/issues-context.ts'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { contractFields, type ContractField } from '#components/playground/form/model/contract-fields.ts'
import { modeOf } from './model/extract-mode.ts'
import { applyPreset, presetFieldsIn, presetOf, presets } from './model/presets.ts'
import { optionHints, isOn, isPicture, withFlag } from './model/flags.ts'
import { formatCountOf } from '#lib/client/format.ts'
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

/** Options for every file: a preset, and each flag behind Advanced. */
export function OptionsEditor({ contract }: { contract: ContractInfo }) {
  const store = useDocumentsStore()
  const { fields, files } = useDocuments()
  const hints = optionHints(fields, files)
  const mode = modeOf(fields)
  const described = new Map(contractFields(contract).map(field => [field.name, field]))
  const set = (name: string, value: string | undefined) =>
    store.update(state => ({ ...state, fields: withFlag(state.fields, name, value) }))
  const changed = presetFieldsIn(fields)
  return (
    <section aria-label="Output" className="flex min-w-0 flex-col gap-3">
      <Presets />
      <OcrNote />
      <details className="group/flags">
        <summary className="-ml-1 flex h-7 w-fit cursor-pointer list-none items-center gap-1.5 font-semibold group-open/flags:[&>svg]:rotate-90 [&::-webkit-details-marker]:hidden">
          <ChevronRight size={14} aria-hidden />
          Advanced
          {changed.length > 0 && <span className="font-normal text-muted">{`· ${changed.length} set`}</span>}
        </summary>
        <div className="flex flex-col gap-3 pt-2">
          <div className="flex flex-col gap-1">
            <span aria-hidden className="flex items-baseline gap-1.5">
              Output mode <code className="text-2xs text-muted">extract_mode</code>
            </span>
            <Segmented
              label="Output mode"
              choices={shapes}
              value={mode}
              onChange={next => set('extract_mode', next === 'text' ? undefined : next)}
            />
            <p className="text-xs text-muted">{toHelp(described.get('extract_mode')?.help ?? '')}</p>
          </div>
          {mode === 'embeddings' && <ChunkSizes described={described} />}
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
      </details>
    </section>
  )
}

/** The presets as cards, each with the fields that it sets. None is selected after a field has changed. */
function Presets() {
  const store = useDocumentsStore()
  const { fields } = useDocuments()
  const name = useId()
  const active = presetOf(fields)
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold">Preset</legend>
      {presets.map(preset => (
        <label
          key={preset.name}
          className="relative flex flex-col rounded-md border border-line-strong px-3 py-2 hover:bg-hover has-checked:border-accent-line has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
        >
          <input
            type="radio"
            name={name}
            aria-label={preset.name}
            aria-describedby={`${name}-${preset.name}`}
            checked={preset.name === active}
            onChange={() =>
              store.update(state => ({ ...state, fields: applyPreset(state.fields, preset.name) }))
            }
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span className={preset.name === active ? 'font-medium text-accent-text' : 'font-medium'}>
            {preset.name}
          </span>
          <span id={`${name}-${preset.name}`} className="text-xs text-muted">
            {preset.help}
            {preset.name === active && (
              <code className="mt-0.5 block text-2xs wrap-anywhere text-soft">
                {presetFieldsIn(preset.fields).join(' · ')}
              </code>
            )}
          </span>
        </label>
      ))}
      {active === null && (
        <p role="status" className="text-xs text-muted">
          No preset. Set: <code className="text-2xs">{presetFieldsIn(fields).join(' · ')}</code>
        </p>
      )}
    </fieldset>
  )
}

/** OCR where pictures need it: on, because Sextant enabled it, or off with its switch. */
function OcrNote() {
  const store = useDocumentsStore()
  const { fields, files } = useDocuments()
  const pictures = files.filter(isPicture)
  const [first] = pictures
  if (first === undefined) return null
  const name = pictures.length === 1 ? first.name : formatCountOf(pictures.length, 'picture')
  if (isOn(fields['enable_ocr'])) {
    return (
      <p className="rounded-md bg-accent-soft px-3 py-2 text-xs wrap-anywhere text-soft">
        OCR is on to read the text in <bdi>{name}</bdi>
      </p>
    )
  }
  return (
    <div className="flex flex-col items-start gap-1.5 rounded-md bg-warn-soft px-3 py-2 text-xs wrap-anywhere text-warn">
      <p>
        OCR is off: <bdi>{name}</bdi> will give no text
      </p>
      <Button
        size="small"
        onClick={() =>
          store.update(state => ({ ...state, fields: withFlag(state.fields, 'enable_ocr', 'true') }))
        }
      >
        Turn on OCR
      </Button>
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
function ChunkSizes({ described }: { described: ReadonlyMap<string, ContractField> }) {
  const help = (name: string) => toHelp(described.get(name)?.help ?? '')
  return (
    <div className="grid grid-cols-2 gap-3">
      <Size
        name="chunk_size"
        label="Chunk size"
        help={help('chunk_size')}
        min={chunkTokensMin}
        placeholder={String(chunkTokens)}
      />
      <Size name="chunk_overlap" label="Overlap" help={help('chunk_overlap')} min={0} placeholder="0" />
    </div>
  )
}

function Size({
  name,
  label,
  help,
  min,
  placeholder,
}: {
  name: string
  label: string
  help: string
  min: number
  placeholder: string
}) {
  const store = useDocumentsStore()
  const { fields } = useDocuments()
  const issue = useIssue(name)
  const value = Number(fields[name] ?? Number.NaN)
  return (
    <div data-field={name}>
      <Field label={label} help={help} error={issue?.message}>
        {ids => (
          <NumberField
            {...ids}
            min={min}
            max={chunkTokensMax}
            step={32}
            placeholder={placeholder}
            value={Number.isNaN(value) ? null : value}
            unreadable={Number.isNaN(value) && typeof fields[name] === 'string' ? fields[name] : undefined}
            onUnreadable={text =>
              store.update(state => ({ ...state, fields: withFlag(state.fields, name, text) }))
            }
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
