import type { Shape } from './shape.ts'

/** Python lines that print the links of a map, one a line. */
export function printPythonLinks(): string {
  return `
for link in response.json()["links"]:
    print(link)
`
}

/** Python lines that print the one format of a page that was asked for; its warning goes to the standard error. */
export function printPythonPage({ format }: Shape): string {
  return `
data = response.json()["data"]
if data.get("warning"):
    print(data["warning"], file=sys.stderr)
${format === 'links' ? 'for link in data["links"]:\n    print(link)' : `print(data["${format}"])`}
`
}

/** Python lines within the loop over the events of a map. What a search keeps is known at the end alone. */
export function printPythonMapEvent({ searches }: Shape): string {
  const kind = searches ? 'map.result' : 'map.chunk'
  return `    if event["object"] == "${kind}":
        for link in event["links"]:
            print(link, flush=True)
`
}

/** Python lines that end the program at an event that is an error, in the words that a map has for it. */
export const endAtPythonMapError = `    if "error" in event:
        sys.exit(f"\\n{event['code']} ({request_id}): {event['error']}")
`
