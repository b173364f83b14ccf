import type { Box, FieldValue, FormField } from '#lib/engines/parsing/blocks.ts'

/** A widget as pdf.js describes it; only what is read here. */
export interface Widget {
  readonly fieldName: string
  readonly fieldType: string | null
  readonly rect: readonly number[]
  readonly fieldValue?: unknown
  readonly alternativeText?: unknown
  readonly checkBox?: unknown
  readonly radioButton?: unknown
  readonly pushButton?: unknown
  readonly exportValue?: unknown
  readonly buttonValue?: unknown
  readonly options?: unknown
  readonly readOnly?: unknown
  readonly required?: unknown
}

export interface PlacedWidget {
  readonly widget: Widget
  readonly page: number
  readonly box: Box
  readonly label: string
  /** Whether it holds a value, for a signature. */
  readonly signed: boolean
}

/** True for an annotation that is a named field. */
export function isWidget(value: unknown): value is Widget {
  if (typeof value !== 'object' || value === null) return false
  const { subtype, fieldName, rect } = value as Readonly<Record<string, unknown>>
  return subtype === 'Widget' && typeof fieldName === 'string' && fieldName !== '' && Array.isArray(rect)
}

/** Fields from their widgets: a field may be shown more than once, and a radio group has a widget for each choice. */
export function toFormFields(widgets: readonly PlacedWidget[]): FormField[] {
  const groups = Map.groupBy(widgets, ({ widget }) => widget.fieldName)
  return [...groups.values()].flatMap(toFormField)
}

function toFormField(group: readonly PlacedWidget[]): FormField[] {
  const [first] = group
  if (first === undefined || first.widget.pushButton === true) return []
  const { widget, page, box } = first
  const type = typeOf(widget)
  const own = typeof widget.alternativeText === 'string' ? widget.alternativeText.trim() : ''
  const options =
    type === 'radio' ? group.flatMap(each => textOf(each.widget.buttonValue)) : displayed(widget)
  return [
    {
      name: widget.fieldName,
      label: own || first.label || lastPart(widget.fieldName),
      type,
      value: valueOf(type, group),
      ...(options.length > 0 && { options }),
      page,
      box,
      required: widget.required === true,
      readOnly: widget.readOnly === true,
    },
  ]
}

function typeOf(widget: Widget): FormField['type'] {
  if (widget.checkBox === true) return 'checkbox'
  if (widget.radioButton === true) return 'radio'
  if (widget.fieldType === 'Ch') return 'choice'
  return isSignature(widget) ? 'signature' : 'text'
}

/** True for the place of a signature. */
export function isSignature({ fieldType }: Widget): boolean {
  return fieldType === 'Sig'
}

function valueOf(type: FormField['type'], group: readonly PlacedWidget[]): FieldValue {
  const [first] = group
  const value = group
    .map(each => each.widget.fieldValue)
    .find(each => each !== null && each !== undefined && each !== '')
  switch (type) {
    case 'checkbox':
      // `Off` is how PDF spells an empty box.
      return typeof value === 'string' ? value !== 'Off' && value !== '' : value === true
    case 'radio':
      return typeof value === 'string' && value !== 'Off' ? value : null
    case 'choice': {
      const chosen = (Array.isArray(value) ? value : [value])
        .flatMap(textOf)
        .map(each => displayOf(first?.widget, each))
      if (chosen.length > 1) return chosen
      return chosen[0] ?? ''
    }
    case 'signature':
      return group.some(each => each.signed)
    case 'text':
      return typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n').trim() : ''
  }
}

interface Choice {
  readonly exportValue?: unknown
  readonly displayValue?: unknown
}

function choicesOf(widget: Widget | undefined): readonly Choice[] {
  return Array.isArray(widget?.options) ? (widget.options as readonly Choice[]) : []
}

function displayed(widget: Widget): string[] {
  return choicesOf(widget).flatMap(choice => textOf(choice.displayValue))
}

function displayOf(widget: Widget | undefined, value: string): string {
  const choice = choicesOf(widget).find(each => each.exportValue === value)
  return textOf(choice?.displayValue)[0] ?? value
}

function textOf(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : []
}

function lastPart(name: string): string {
  return (name.split('.').at(-1) ?? name).replace(/\[\d+\]$/, '')
}
