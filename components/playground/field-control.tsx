'use client'
import { Input } from '#components/ui/input.tsx'
import { ListEditor } from '#components/ui/list-editor.tsx'
import { NumberField } from '#components/ui/number-field.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import { Slider } from '#components/ui/slider.tsx'
import { Switch } from '#components/ui/switch.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { Toggles } from '#components/ui/toggles.tsx'
import type { ContractField } from '#lib/client/contract-fields.ts'
import { JsonField } from './json-field.tsx'

export interface FieldControlProps {
  id: string
  field: ContractField
  value: unknown
  onChange: (value: unknown) => void
  describedBy: string | undefined
  invalid: boolean
}

/** The control of a contract field, by its kind. */
export function FieldControl({ id, field, value, onChange, describedBy, invalid }: FieldControlProps) {
  const { control, key } = field
  const placeholder = typeof field.default === 'string' ? field.default : JSON.stringify(field.default)
  const aria = { 'aria-describedby': describedBy, 'aria-invalid': invalid ? (true as const) : undefined }
  const number = typeof value === 'number' ? value : null
  const text = typeof value === 'string' ? value : ''
  const setText = (next: string) => onChange(next === '' ? undefined : next)
  const setNumber = (next: number | null) => onChange(next ?? undefined)

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
          placeholder={placeholder ?? '–'}
          className="ml-auto block w-24"
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
        />
      ) : (
        <Select id={id} choices={choices} value={chosen} onChange={onChange} placeholder={placeholder} />
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
