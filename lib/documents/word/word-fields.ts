import { Parser } from 'htmlparser2'
import type { FieldValue, FormField } from '#lib/documents/blocks.ts'
import { isOn } from './word-styles.ts'

const depthMax = 200

/** State of a field while its element is parsed. */
interface OpenField {
  name: string
  label: string
  type: FormField['type']
  checked: boolean
  options: string[]
  result: number | null
  empty: boolean
  control: boolean
  text: string
}

/** Form fields of a Word document: content controls, and legacy fields of protected forms. */
export function wordFields(part: Buffer): FormField[] {
  // Most documents have no form, and need no second parse.
  if (!part.includes('w:sdt') && !part.includes('w:ffData')) return []
  const fields: FormField[] = []
  const open: OpenField[] = []
  let legacy: OpenField | null = null
  let inResult = false
  let inText = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const value = attributes['w:val'] ?? attributes['w14:val'] ?? ''
        if (name === 'w:sdt' && open.length < depthMax) open.push(blank())
        if (name === 'w:ffData') legacy = { ...blank(), control: true }
        if (name === 'w:t') inText = true
        if (name === 'w:fldChar') {
          inResult = attributes['w:fldCharType'] === 'separate'
          if (attributes['w:fldCharType'] === 'end' && legacy !== null) {
            fields.push(...toField(legacy))
            legacy = null
          }
        }
        const target: OpenField | undefined = legacy ?? open.at(-1)
        if (target !== undefined) describe(target, name, value, attributes)
      },
      ontext: text => {
        if (!inText) return
        for (const field of open) field.text += text
        if (legacy !== null && inResult) legacy.text += text
      },
      onclosetag: name => {
        if (name === 'w:t') inText = false
        if (name !== 'w:sdt') return
        const closed = open.pop()
        if (closed !== undefined) fields.push(...toField(closed))
      },
    },
    { xmlMode: true },
  )
  parser.end(part.toString())
  return fields
}

function blank(): OpenField {
  // oxfmt-ignore
  return { name: '', label: '', type: 'text', checked: false, options: [], result: null, empty: false, control: false, text: '' }
}

function describe(
  field: OpenField,
  name: string,
  value: string,
  attributes: Readonly<Record<string, string>>,
): void {
  switch (name) {
    case 'w:alias':
      field.label = value
      break
    case 'w:tag':
    case 'w:name':
      field.name = value
      break
    case 'w:text':
    case 'w:date':
    case 'w:textInput':
      field.control = true
      break
    case 'w14:checkbox':
    case 'w:checkBox':
      field.type = 'checkbox'
      field.control = true
      break
    case 'w14:checked':
    case 'w:checked':
      field.checked = isOn(value)
      break
    case 'w:default':
      if (field.type === 'checkbox') field.checked = isOn(value)
      break
    case 'w:dropDownList':
    case 'w:comboBox':
    case 'w:ddList':
      field.type = 'choice'
      field.control = true
      break
    case 'w:listItem':
      field.options.push(attributes['w:displayText'] ?? attributes['w:value'] ?? '')
      break
    case 'w:listEntry':
      field.options.push(value)
      break
    case 'w:result':
      field.result = Number(value)
      break
    case 'w:showingPlcHdr':
      field.empty = true
      break
  }
}

function toField(field: OpenField): FormField[] {
  const name = field.name || field.label
  // Without a name, or around a table of contents, a control is layout.
  if (name === '' || !(field.control || field.label !== '')) return []
  const { type, options } = field
  return [
    {
      name,
      label: field.label || name,
      type,
      value: valueOf(field),
      ...(options.length > 0 && { options }),
      required: false,
      readOnly: false,
    },
  ]
}

function valueOf({ type, checked, empty, result, options, text }: OpenField): FieldValue {
  if (type === 'checkbox') return checked
  if (type === 'choice' && result !== null) return options[result] ?? ''
  // U+2002 is Word's placeholder in an empty field.
  return empty ? '' : text.replaceAll('\u2002', ' ').trim()
}
