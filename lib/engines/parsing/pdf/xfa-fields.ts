import type { FormField } from '#lib/engines/parsing/blocks.ts'

/** A node of the tree that pdf.js makes of an XFA page. */
interface XfaNode {
  readonly name?: unknown
  readonly value?: unknown
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly children?: readonly unknown[]
}

const controls: ReadonlySet<unknown> = new Set(['input', 'textarea', 'select'])

/** The fields of an XFA page that show; what is hidden is not a reader's. */
export function xfaFields(tree: unknown, page: number): FormField[] {
  const fields: FormField[] = []
  walk(tree, [], '')
  return fields

  function walk(value: unknown, names: readonly string[], caption: string): void {
    if (!isNode(value) || isHidden(value)) return
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

interface FieldPlace {
  readonly path: readonly string[]
  readonly caption: string
  readonly index: number
  readonly page: number
}

function toField(node: XfaNode, { path, caption, index, page }: FieldPlace): FormField {
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

/** The words that stand beside a control, within the same label. */
function captionOf({ name, children = [] }: XfaNode): string {
  if (name !== 'label') return ''
  return children.filter(isNode).filter(isCaption).map(wordsOf).join(' ').trim()
}

function isCaption({ attributes }: XfaNode): boolean {
  const classes = attributes?.['class']
  return Array.isArray(classes) && classes.includes('xfaCaption')
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
