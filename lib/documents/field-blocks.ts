import type { Block, FormField } from './blocks.ts'

/** Filled fields as lines: `Label: value`. */
export function fieldBlocks(fields: readonly FormField[]): Block[] {
  return fields.flatMap((field): Block[] => {
    const value = shown(field)
    if (value === null) return []
    const { label, page, box } = field
    return [
      {
        type: 'field',
        text: `${label}: ${value}`,
        headings: [],
        origin: 'text',
        ...(page !== undefined && { page }),
        ...(box !== undefined && { box }),
      },
    ]
  })
}

function shown({ value }: FormField): string | null {
  if (value === null || value === '' || value === false) return null
  if (value === true) return 'Yes'
  return typeof value === 'string' ? value : value.join(', ')
}
