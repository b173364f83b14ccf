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
  walk(tree, [])
  return fields

  function walk(value: unknown, names: readonly string[]): void {
    if (!isNode(value) || isHidden(value)) return
    const own = textOf(value.attributes?.['xfaName'])
    const path = own === '' ? names : [...names, own]
    if (controls.has(value.name)) {
      fields.push(toField(value, path, fields.length, page))
      return
    }
    for (const child of value.children ?? []) walk(child, path)
  }
}

function toField(node: XfaNode, path: readonly string[], index: number, page: number): FormField {
  const { attributes = {} } = node
  const name =
    path.join('.') || textOf(attributes['fieldId']) || textOf(attributes['name']) || `field${index + 1}`
  const kind = textOf(attributes['type'])
  const common = {
    name,
    label: textOf(attributes['aria-label']) || textOf(attributes['title']) || (path.at(-1) ?? name),
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
