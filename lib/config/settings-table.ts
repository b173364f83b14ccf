import { environmentSchema } from './environment-schema.ts'
import { providerByVariable } from './environment-providers.ts'

export interface Setting {
  readonly name: string
  readonly default: string
  readonly description: string
}

/** Every variable that people may set, in the order of the README's table. */
export const settingsTable: readonly Setting[] = [
  ...Object.entries(environmentSchema.shape).flatMap(([name, schema]) => {
    const { default: defaultValue, description } = schema.meta() ?? {}
    if (typeof defaultValue !== 'string' || description === undefined) return []
    return [{ name, default: defaultValue, description }]
  }),
  ...Object.entries(providerByVariable).map(([name, id]) => ({
    name,
    default: 'none',
    description: `Configures the provider \`${id}\`: ${name.endsWith('_HOST') ? 'its address' : 'its key'}`,
  })),
]
