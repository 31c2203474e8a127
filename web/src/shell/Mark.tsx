/** The product's mark: a list whose last line goes on. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" class="mark-ground" />
      <path class="mark-lines" d="M8 10h12M8 16h12M8 22h7m3 0h6m0 0-3.2-3.2M24 22l-3.2 3.2" />
    </svg>
  );
}
