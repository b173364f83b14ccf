/** The request parameters in `/openapi.json`, independent of the page. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
}

/** Names of every parameter of an operation, at any depth. */
export function parametersOf(document: OpenApiDocument, operation: Operation): ReadonlySet<string> {
  const names = new Set((operation.parameters ?? []).map(({ name }) => name))
  const seen = new Set<Schema>()
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) collect(schema)
  return names

  function collect(given: Schema): void {
    const name = given.$ref?.replace('#/components/schemas/', '')
    const schema = (name === undefined ? given : document.components.schemas[name]) ?? given
    if (seen.has(schema)) return
    seen.add(schema)
    for (const property of Object.keys(schema.properties ?? {})) names.add(property)
    const { anyOf = [], oneOf = [], items, properties = {}, additionalProperties } = schema
    const inner = [...anyOf, ...oneOf, ...Object.values(properties)]
    for (const each of inner) collect(each)
    if (items !== undefined) collect(items)
    if (typeof additionalProperties === 'object') collect(additionalProperties)
  }
}
