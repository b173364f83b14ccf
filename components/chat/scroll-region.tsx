import type { ComponentProps } from 'react'

/** Something that scrolls within the page. It takes the focus, or the keyboard could not scroll it. */
export function ScrollRegion({ label, ...props }: ComponentProps<'section'> & { label: string }) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- axe asks for it: scrollable-region-focusable
  return <section tabIndex={0} aria-label={label} {...props} />
}
