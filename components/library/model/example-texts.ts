/** An example text for the library. */
export interface ExampleText {
  readonly title: string
  /** One line: what to try with it. */
  readonly description: string
  readonly text: string
}

export const exampleTexts: readonly ExampleText[] = [
  {
    title: 'Office handbook',
    description: 'Search for “who lets me in”: semantic search finds the answer without any of these words.',
    text: `# Office handbook

The spare key hangs in the kitchen cupboard. Mara knows the code of the alarm; ask her before eight in the morning.

Visitors sign the book at the desk. Meeting rooms are first come, first served.

The heating is turned down at seven in the evening. On Fridays the coffee machine is cleaned.`,
  },
  {
    title: 'Generator manual',
    description: 'Numbers and limits: search for “altitude”.',
    text: `# Portable generator G2

The unit supplies 2.2 kW at 230 V and starts with a pull cord. The tank holds 6 liters, enough for five hours at half load.

It must not be used above 2,000 meters, indoors, or within 3 meters of a window.

Change the oil after the first 20 hours, then every 100 hours.`,
  },
  {
    title: 'Tides',
    description: 'A text to ask questions about: search for “why twice a day”.',
    text: `# Tides

The moon pulls the sea toward it, and the earth away from the sea on the far side: so there are two bulges of water.

The earth turns below both of them within a day, and most coasts see two high tides.

When sun and moon pull along one line, at new and full moon, the tides are highest. These are spring tides.`,
  },
]
