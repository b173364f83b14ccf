export function Logo() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="text-accent-text"
      aria-hidden
    >
      <path d="M8 1.5 3 12.5M8 1.5l5 11M2.5 10.5a8.5 8.5 0 0 0 11 0M8 1.5v9" />
    </svg>
  )
}
