import type { FormField } from '#lib/documents/blocks.ts'

export interface XfaPage {
  /** The text beside the fields, a line per paragraph. */
  readonly texts: readonly string[]
  readonly fields: readonly FormField[]
}

/** A node of pdf.js's tree of an XFA page. */
interface XfaNode {
  readonly name?: unknown
  readonly value?: unknown
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly children?: readonly unknown[]
}

const controls: ReadonlySet<unknown> = new Set(['input', 'textarea', 'select'])

/** A page of an XFA form as pdf.js lays it out; hidden content is omitted. */
export function readXfaPage(tree: unknown, page: number): XfaPage {
  const fields: FormField[] = []
  const texts: string[] = []
  walk(tree, [], '')
  return { texts: texts.filter(text => text !== ''), fields: groupRadios(fields) }

  function walk(value: unknown, names: readonly string[], caption: string): void {
    if (!isNode(value) || isHidden(value)) return
    if (hasClass(value, 'xfaDraw')) {
      for (const line of linesOf(value)) texts.push(line.replaceAll(/\s+/g, ' ').trim())
      return
    }
    const own = textOf(value.attributes?.['xfaName'])
    const path = own === '' ? names : [...names, own]
    if (controls.has(value.name)) {
      fields.push(toField(value, { path, caption, index: fields.length, page }))
      return
    }
    const inner = captionOf(value) || caption
    for (const child of value.children ?? []) walk(child, path, inner)
  }
}

interface FieldPosition {
  readonly path: readonly string[]
  readonly caption: string
  readonly index: number
  readonly page: number
}

function toField(node: XfaNode, { path, caption, index, page }: FieldPosition): FormField {
  const { attributes = {} } = node
  const name =
    path.join('.') || textOf(attributes['fieldId']) || textOf(attributes['name']) || `field${index + 1}`
  const kind = textOf(attributes['type'])
  const common = {
    name,
    label:
      caption || textOf(attributes['aria-label']) || textOf(attributes['title']) || (path.at(-1) ?? name),
    page,
    required: attributes['aria-required'] === true,
    readOnly: attributes['readOnly'] === true,
  }
  if (kind === 'checkbox') return { ...common, type: 'checkbox', value: attributes['checked'] === true }
  if (kind === 'radio') {
    return {
      ...common,
      type: 'radio',
      value: attributes['checked'] === true ? textOf(attributes['xfaOn']) : null,
    }
  }
  if (node.name !== 'select')
    return {
      ...common,
      type: 'text',
      value: textOf(attributes['value'] ?? attributes['textContent'] ?? node.value),
    }
  const options = (node.children ?? [])
    .filter(isNode)
    .map(each => ({ text: textOf(each.value), chosen: each.attributes?.['selected'] === true }))
  return {
    ...common,
    type: 'choice',
    value: options.find(each => each.chosen)?.text ?? '',
    options: options.map(each => each.text).filter(Boolean),
  }
}

/** Words next to a control, in the same label. */
function captionOf({ name, children = [] }: XfaNode): string {
  if (name !== 'label') return ''
  return children.filter(isNode).filter(isCaption).map(wordsOf).join(' ').trim()
}

function isCaption(node: XfaNode): boolean {
  return hasClass(node, 'xfaCaption') || hasClass(node, 'xfaCaptionForCheckButton')
}

function hasClass({ attributes }: XfaNode, name: string): boolean {
  const classes = attributes?.['class']
  return Array.isArray(classes) && classes.includes(name)
}

/** The words of a node, a line per paragraph. */
function linesOf(node: XfaNode): string[] {
  const lines = ['']
  add(node)
  return lines

  function add({ name, value, children = [] }: XfaNode): void {
    if (name === 'p' || name === 'div' || name === 'br') lines.push('')
    if (typeof value === 'string') lines[lines.length - 1] += value
    for (const child of children.filter(isNode)) add(child)
  }
}

/** Buttons of which one may be chosen are one field, as in other forms. */
function groupRadios(fields: readonly FormField[]): FormField[] {
  const groups = new Map<string, { readonly field: FormField; readonly options: string[] }>()
  return fields.flatMap(field => {
    const end = field.name.lastIndexOf('.')
    if (field.type !== 'radio' || end === -1) return [field]
    const name = field.name.slice(0, end)
    const known = groups.get(name)
    const option = field.label
    const value = field.value === null ? null : option
    if (known === undefined) {
      const options = [option]
      const group = { ...field, name, label: name.slice(name.lastIndexOf('.') + 1), value, options }
      groups.set(name, { field: group, options })
      return [group]
    }
    known.options.push(option)
    Object.assign(known.field, { value: known.field.value ?? value })
    return []
  })
}

function wordsOf(node: XfaNode): string {
  return [textOf(node.value), ...(node.children ?? []).filter(isNode).map(wordsOf)].filter(Boolean).join(' ')
}

function isNode(value: unknown): value is XfaNode {
  return typeof value === 'object' && value !== null
}

function isHidden({ attributes }: XfaNode): boolean {
  const style = attributes?.['style']
  if (typeof style !== 'object' || style === null) return false
  const { display, visibility } = style as Readonly<Record<string, unknown>>
  return display === 'none' || visibility === 'hidden'
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
