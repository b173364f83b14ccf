// The first match wins: many User-Agents also name other browsers.
const programs: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Name of a browser, e.g. `Firefox on Linux`; otherwise its User-Agent. */
export function toBrowserName(client: string | null): string {
  if (client === null) return 'Unknown client'
  const program = programs.find(([form]) => form.test(client))?.[1]
  if (program === undefined) return client
  const system = systems.find(([form]) => form.test(client))?.[1]
  return system === undefined ? program : `${program} on ${system}`
}
