// Somebody at a page: what is offered is asked of the server, what is shown of the page.
export class Player {
  constructor(page, server, table) {
    Object.assign(this, { page, server, table });
  }

  look() {
    return this.server.get(`/api/tables/${this.table.id}/view`, this.table.token);
  }

  /** Waits until the page shows the board after so many actions. */
  async shows(played) {
    await this.page.locator(`[data-played="${played}"]`).waitFor({ state: 'attached' });
  }

  async played() {
    return Number(await this.page.locator('[data-played]').getAttribute('data-played'));
  }
}
