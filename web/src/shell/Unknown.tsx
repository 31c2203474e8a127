/** For addresses that name no page. */
export function Unknown() {
  return (
    <div class="empty">
      <h1 id="page-title" tabIndex={-1}>
        There is nothing here
      </h1>
      <p>The address may be mistyped.</p>
      <a class="button" href="/">
        Go to your list
      </a>
    </div>
  );
}
