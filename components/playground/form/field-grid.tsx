'use client'

import type { DraftIssue } from './model/check-draft.ts'
import { fieldAt, isWithin, withFieldAt } from './model/body-field.ts'
import type { ContractField } from './model/contract-fields.ts'
import type { Draft } from './model/draft.ts'
import { RotateCcw } from 'lucide-react'
import { useContext, useId, useState } from 'react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { focusField } from './focus-field.ts'
import { DefaultBodyContext } from './default-body-context.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { ListEditor } from '#components/ui/form/list-editor.tsx'
import { NumberField } from '#components/ui/form/number-field.tsx'
import { Segmented } from '#components/ui/form/segmented.tsx'
import { Select } from '#components/ui/form/select.tsx'
import { Slider } from '#components/ui/form/slider.tsx'
import { Switch } from '#components/ui/form/switch.tsx'
import { TextArea } from '#components/ui/form/text-area.tsx'
import { Toggles } from '#components/ui/form/toggles.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { JsonEditor } from '#components/ui/form/json-editor.tsx'
import { findJsonMistake } from './find-json-mistake.ts'
import { readJson } from '#lib/read-json.ts'
import { InlineCode } from '#components/ui/data/inline-code.tsx'

export interface FieldGridProps {
  draft: Draft
  onDraftChange: (draft: Draft) => void
  fields: readonly ContractField[]
  issues: readonly DraftIssue[]
}

/** Fields of the body in one column. */
export function FieldGrid({ draft, onDraftChange, fields, issues }: FieldGridProps) {
  return (
    <div className="flex flex-col gap-4">
      {fields.map(field => (
        <FieldRow
          key={field.name}
          field={field}
          value={fieldAt(draft.body, field.name)}
          onChange={value => onDraftChange({ ...draft, body: withFieldAt(draft.body, field.name, value) })}
          error={issues.find(issue => isWithin(issue.path, field.name))?.message}
        />
      ))}
    </div>
  )
}

interface FieldRowProps {
  field: ContractField
  /** Undefined: not set, so not sent. */
  value: unknown
  onChange: (value: unknown) => void
  error: string | undefined
}

/**
 * A parameter: what it is called and its name in the request body, the control, and the contract's description. Only
 * what was set is sent and can be reset.
 */
function FieldRow({ field, value, onChange, error }: FieldRowProps) {
  const id = useId()
  const defaultValue = fieldAt(useContext(DefaultBodyContext), field.name)
  const isSet = value !== defaultValue
  const inline = field.control.kind === 'switch'
  const describedBy = [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  const control = (
    <FieldControl
      id={id}
      field={field}
      value={value}
      onChange={onChange}
      describedBy={describedBy || undefined}
      invalid={error !== undefined}
    />
  )
  return (
    <div data-field={field.name} className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-6 items-center gap-1">
        <label htmlFor={id} className="flex min-w-0 items-baseline gap-1.5">
          {/* The name in the request body names the control: developers look for that. */}
          <span aria-hidden className="shrink-0 text-text">
            {field.label}
          </span>
          <code className="truncate text-2xs text-muted">{field.key}</code>
          {field.required && <span aria-hidden>*</span>}
        </label>
        <span className="flex-1" />
        {isSet && (
          <IconButton
            label={`Reset ${field.key}`}
            className="size-6"
            onClick={() => {
              onChange(defaultValue)
              focusField(field.name)
            }}
          >
            <RotateCcw size={14} aria-hidden />
          </IconButton>
        )}
        {inline && control}
      </div>
      {!inline && control}
      {field.help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          <InlineCode text={field.help} />
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

interface FieldControlProps {
  id: string
  field: ContractField
  value: unknown
  onChange: (value: unknown) => void
  describedBy: string | undefined
  invalid: boolean
}

/** The control of a contract field, by its kind. */
function FieldControl({ id, field, value, onChange, describedBy, invalid }: FieldControlProps) {
  const { control, key } = field
  const placeholder = typeof field.default === 'string' ? field.default : JSON.stringify(field.default)
  const aria = { 'aria-describedby': describedBy, 'aria-invalid': invalid ? (true as const) : undefined }
  const number = typeof value === 'number' ? value : null
  const text = typeof value === 'string' ? value : ''
  const setText = (next: string) => onChange(next === '' ? undefined : next)
  const setNumber = (next: number | null) => onChange(next ?? undefined)
  // The contract names text that is not a number, so that it is not dropped in silence.
  const unreadable = { unreadable: text === '' ? undefined : text, onUnreadable: onChange }

  switch (control.kind) {
    case 'slider':
      return (
        <div className="grid grid-cols-[minmax(0,1fr)_56px] items-center gap-2">
          <Slider
            label={`${key}, slider`}
            value={number ?? Number(field.default ?? control.min)}
            onChange={onChange}
            min={control.min}
            max={control.max}
            step={control.step}
            dim={number === null}
          />
          <NumberField
            id={id}
            value={number}
            onChange={setNumber}
            min={control.min}
            max={control.max}
            step={control.step}
            placeholder={placeholder}
            className="px-2 text-right"
            {...unreadable}
            {...aria}
          />
        </div>
      )
    case 'number':
      return (
        <NumberField
          id={id}
          value={number}
          onChange={setNumber}
          min={control.min}
          max={control.max}
          placeholder={placeholder ?? 'Default'}
          {...unreadable}
          {...aria}
        />
      )
    case 'segmented':
    case 'select': {
      const choices = control.options.map(option => ({ value: option, label: option }))
      const chosen = typeof value === 'string' ? value : null
      return control.kind === 'segmented' ? (
        <Segmented
          label={key}
          choices={choices}
          value={chosen}
          onChange={onChange}
          placeholder={placeholder}
          className="flex"
        />
      ) : (
        <Select
          id={id}
          choices={choices}
          value={chosen}
          onChange={onChange}
          placeholder={placeholder ?? 'Default'}
        />
      )
    }
    case 'toggles':
      return (
        <Toggles
          label={key}
          options={control.options}
          values={Array.isArray(value) ? value.map(String) : null}
          placeholder={Array.isArray(field.default) ? field.default.map(String) : []}
          onChange={next => onChange(next.length === 0 ? undefined : next)}
        />
      )
    case 'switch':
      return (
        <Switch
          id={id}
          checked={(value ?? field.default) === true}
          onChange={onChange}
          aria-describedby={describedBy}
        />
      )
    case 'list':
      return (
        <ListEditor
          label={key}
          values={typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : []}
          onChange={next => onChange(next.length === 0 ? undefined : next)}
          max={control.itemsMax}
        />
      )
    case 'textarea':
      return (
        <TextArea
          id={id}
          value={text}
          onChange={event => setText(event.target.value)}
          placeholder={placeholder}
          {...aria}
        />
      )
    case 'json':
      return <JsonField name={key} value={value} onChange={onChange} />
    case 'text':
    case 'model':
      return (
        <Input
          id={id}
          value={text}
          onChange={event => setText(event.target.value)}
          placeholder={placeholder}
          {...aria}
        />
      )
    case 'file':
      return <Input id={id} type="file" onChange={event => onChange(event.target.files?.[0])} {...aria} />
  }
}

/** One field of the body as JSON text; unset until the text is valid. */
function JsonField({
  name,
  value,
  onChange,
}: {
  name: string
  value: unknown
  onChange: (value: unknown) => void
}) {
  const current = value === undefined ? '' : JSON.stringify(value, null, 2)
  const [edited, setEdited] = useState({ text: current, of: current })
  const text = edited.of === current ? edited.text : current
  const problem = readProblem(text)
  const change = (next: string) => {
    const parsed = readJson(next)
    setEdited({ text: next, of: parsed === undefined ? current : JSON.stringify(parsed, null, 2) })
    if (parsed !== undefined) onChange(parsed)
    else if (next.trim() === '') onChange(undefined)
  }
  if (value === undefined && text === '') {
    return (
      <Button
        variant="plain"
        className="h-6 px-1 text-xs"
        onClick={() => setEdited({ text: '{\n  \n}', of: current })}
      >
        Write JSON
      </Button>
    )
  }
  return (
    <>
      <JsonEditor label={name} value={text} onChange={change} />
      {problem && <p className="mt-1 text-xs text-bad">{problem}</p>}
    </>
  )
}

function readProblem(text: string): string | null {
  if (text.trim() === '' || readJson(text) !== undefined) return null
  const { offset, reason } = findJsonMistake(text)
  return `Line ${text.slice(0, offset).split('\n').length}: ${reason}.`
}
