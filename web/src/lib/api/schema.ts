// Written by `npm run codegen` from the server's OpenAPI document. Do not edit.

export interface paths {
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What can be played, and against whom */
        get: operations["games"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/charts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The charts of a game: results, terrain, victory */
        get: operations["charts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/lesson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The guided first turn of a game */
        get: operations["lesson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The map of a game */
        get: operations["map"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/house": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the server can be reached */
        get: operations["house"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/{rulebook}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All cases of a rulebook, in our words */
        get: operations["rules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/{rulebook}/{case}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One case of a rulebook, in our words */
        get: operations["rule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tables that are listed, those under way first, a hundred at a time; each maker's latest before anybody's second */
        get: operations["list"];
        put?: never;
        /** Makes a table */
        post: operations["make"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A table as everybody may know it */
        get: operations["table"];
        put?: never;
        post?: never;
        /** Leaves a table for good; when nobody is left it is removed */
        delete: operations["quit"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/abandon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Abandons a game without a winner, or proposes it to the other side */
        post: operations["abandon"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/abandon/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers a proposal to end the game, as a draw or without a winner */
        post: operations["answer_end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/act": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Plays an action */
        post: operations["act"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the computer thought of its last move, and a hint if one is wanted */
        get: operations["advice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What each decision was worth, what was better, and what the dice did; piece by piece */
        get: operations["analysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/catch-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened after so many actions */
        get: operations["catch_up"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last things said */
        get: operations["chat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Claims a game whose other side has not moved in time, or lets a computer play on in its seat */
        post: operations["claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/command": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Plays what a person types, one action or several */
        post: operations["command"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/dice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every die rolled, against expectation */
        get: operations["dice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/draw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Offers a draw to the other side */
        post: operations["draw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Becomes a socket, which speaks ClientMessage and ServerMessage */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Log lines */
        get: operations["log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/log-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Log lines, some turns at a time */
        get: operations["log_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/notation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The game in game notation */
        get: operations["notation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your standing orders, and the questions that they can answer */
        get: operations["orders"];
        /** Gives standing orders, instead of those given before */
        put: operations["give_orders"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/overlay/{overlay}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Something laid over the map */
        get: operations["overlay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/overlays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What can be laid over the map */
        get: operations["overlays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/picture.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The table as a picture (PNG): the map as it is now, the verdict or the turn, and where strength was lost */
        get: operations["picture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The position in one line */
        get: operations["position"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/reasons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why computers played what they played */
        get: operations["reasons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The record, with the hash of the seed of its dice, and with the seed once the game is over */
        get: operations["record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins a game that is over anew, with the seats exchanged; or tells where the other side has done so */
        post: operations["rematch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/remind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reminds the other side that it has to decide */
        post: operations["remind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/resign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resigns: the other side has won, and the seed of the dice is told */
        post: operations["resign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/seats/{seat}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes an open seat */
        post: operations["take_seat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where turns and phases began */
        get: operations["turns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes back, or asks the other side to allow it */
        post: operations["undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/undo/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers a request to take back */
        post: operations["answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All that is needed to draw a table and to play at it */
        get: operations["view"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where you are told that it is your turn */
        get: operations["webhook"];
        /** Says where you want to be told that it is your turn */
        put: operations["set_webhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{id}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether something typed would be allowed, and if not, why */
        post: operations["why"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An action to be played. */
        Act: {
            /** @description In the words of the record, as a choice of the view has them. */
            action: string;
            /** @description How many actions the sender knows of. If there are more by now, nothing is played. */
            played?: number | null;
            /** @description A fresh random word of 64 hexadecimal digits, which goes into the dice so that nobody else can choose them. */
            word?: string | null;
        };
        /** @description What was played. */
        Acted: {
            /** @description The new ones. */
            happenings: components["schemas"]["Moved"][];
            /** @description How many actions have been played now. */
            played: number;
        };
        /** @description The table at which a game is begun anew. */
        Again: {
            /** @description Its name in addresses. Whoever held a seat before holds one there with the same token. */
            table: string;
        };
        /** @description What another option would make of a declared attack. */
        Alternative: {
            /** @description The action to submit for it. */
            action: string;
            /** @description The column then. */
            column: string;
            /** @description For people. */
            label: string;
            /** @description The results then. */
            results: [
                string,
                {
                    /**
                     * Format: int32
                     * @description Ways in which it happens whatever is chosen.
                     */
                    least: number;
                    /**
                     * Format: int32
                     * @description Ways in which it can happen.
                     */
                    most: number;
                    /**
                     * Format: int32
                     * @description All ways, equally likely.
                     */
                    per: number;
                }
            ][];
        };
        /** @description A game, decision by decision. */
        Analysis: {
            /** @description Every decision. */
            decisions: components["schemas"]["Judged"][];
            /** @description Entries of the game. */
            entries: number;
            /** @description The level that was asked. */
            level: string;
            /** @description If this is a piece of the game and not its last: the entry with which the next one begins. */
            next?: number | null;
            /** @description Decisions of the whole game. */
            of: number;
            /** @description The seats; numbers are for the first of them. */
            seats: string[];
            /** @description The game's title. */
            title: string;
            /** @description What it comes to, by seat. */
            totals: components["schemas"]["Total"][];
            /** @description How the game ended, if it is over. */
            verdict?: string | null;
        };
        /** @description Something better. */
        Better: {
            /** @description What to do. */
            actions: string[];
            /**
             * Format: double
             * @description What that would have been worth before its die.
             */
            expected: number;
            /** @description What came of it when it was played on, in a typical case. */
            leads_to?: string[];
            /** @description Why, in the words of the one who would do it. */
            reason: string;
        };
        /** @description The table as one seat sees it. */
        Board: {
            /** @description Places off the map that hold counters, in the order in which they should be shown. */
            boxes: components["schemas"]["Holding"][];
            /** @description Cards that lie open. */
            cards: components["schemas"]["CardView"][];
            /** @description Time and date: `0700, 8 February 1807`; empty if the game has no clock. */
            clock: string;
            /** @description What weather and light do: `snow`, `night`, `rain`. */
            conditions: string[];
            /** @description Every counter that this seat may know of; of those in one hex the top one first. */
            counters: components["schemas"]["Counter"][];
            /** @description The cards of the deck, each name once, where the game has one and everybody knows what is in it. */
            deck?: components["schemas"]["DeckCard"][];
            /** @description What must still be done before the phase can end. */
            duties: components["schemas"]["Duty"][];
            /** @description Marks on hexsides: barricades, breaches, crossings. */
            hexside_marks?: components["schemas"]["HexsideMark"][];
            /** @description Marks on hexes that are not counters (control flags, targets). */
            marks: components["schemas"]["Mark"][];
            /** @description Phase in words: `French combat phase`. */
            phase: string;
            /** @description The phases of the turn, in order; at most one of them is the present one. */
            phases: components["schemas"]["PhaseView"][];
            /** @description What is to be decided now, in words; empty when the game is over. */
            prompt: string;
            /** @description Printed tracks with markers on them: turns, morale, weather. */
            scales: components["schemas"]["Scale"][];
            /** @description Scores and levels, in the order in which they should be shown. */
            tracks: components["schemas"]["Track"][];
            /** @description Turn, time and phase in words: `Turn 4 of 12, 0700, 8 February 1807`. */
            turn: string;
            /**
             * Format: int32
             * @description The number of the turn, from 1.
             */
            turn_number: number;
            /**
             * Format: int32
             * @description How many turns there are.
             */
            turns: number;
        };
        /** @description A rulebook. */
        Book: {
            /** @description How many numbered cases it has, as a measure of how much there is to know. */
            cases: number;
            /** @description Its games. */
            games: components["schemas"]["Game"][];
            /** @description Identifier, such as `art-of-war`. */
            id: string;
            /** @description Its name for people. */
            title: string;
        };
        /** @description A card that lies open. */
        CardView: {
            /** @description The case that rules it. */
            case: string;
            /** @description Its name. */
            name: string;
            /** @description Who drew it. */
            side?: string | null;
            /** @description What it does, in our words. */
            text: string;
        };
        /** @description A numbered case in our words. */
        CaseGist: {
            /** @description Whether an action can be refused because of it. */
            forbids?: boolean;
            /** @description What it says. */
            gist: string;
            /** @description Its number, such as `6.4`. */
            id: string;
            /** @description A remark. */
            note?: string;
            /** @description The rulebook it stands in. */
            rulebook?: string;
            /** @description Our rulings that bear on it. */
            rulings?: string[];
            /** @description `enforced`, `advisory` or `not yet`. */
            status: string;
            /** @description A short title. */
            title: string;
        };
        /** @description What happened since a player last looked. */
        CatchUp: {
            /** @description The dice rolled, in order. */
            dice: number[];
            /** @description The entry after which it begins: so many actions had been played. */
            from: number;
            /** @description The log lines. */
            lines: components["schemas"]["Line"][];
            /** @description Who lost what. */
            losses: components["schemas"]["Loss"][];
            /** @description All of it in a paragraph. */
            paragraph: string;
            /** @description The last entry told. */
            to: number;
        };
        /** @description A chart of a game, to be kept at hand: what the rules look up, for people. */
        Chart: {
            /** @description The case it belongs to. */
            case: string;
            /** @description Heads of the columns. */
            columns: string[];
            /** @description What it is about: `results`, `terrain`, `victory`, `morale`. */
            kind: string;
            /** @description The head of each row, and its cells. */
            rows: [
                string,
                string[]
            ][];
            /** @description Its title. */
            title: string;
        };
        /** @description A legal action. */
        Choice: {
            /** @description Where it shows. */
            at: components["schemas"]["Spot"];
            /** @description Whether it cannot be taken back without asking: it rolls dice or ends the game. */
            commits: boolean;
            facing?: null | components["schemas"]["FacingView"];
            formation?: null | components["schemas"]["FormationView"];
            /** @description A lower-case word by which like options are grouped. */
            group: string;
            /** @description The hex it is about. */
            hex?: string | null;
            /** @description For people: `Sth2 to 1609`, `Attack Ost5`, `Roll the die`. */
            label: string;
            /** @description Movement points left there. */
            left?: string | null;
            /** @description What it would lead to, in a few words, where that can be told: the column of an attack. */
            note?: string | null;
            /** @description Whether somebody else has to decide after it, so that it cannot be taken back for long. */
            passes?: boolean;
            /** @description A cheapest way there, step by step. */
            path: components["schemas"]["PathStep"][];
            /** @description In the shorthand of the game notation. */
            short: string;
            /** @description In words, as records hold it; this is what is sent to play it. */
            text: string;
            /** @description The unit acted upon. */
            unit?: string | null;
        };
        /** @description What is to become of a game whose other side does not move in time. */
        Claim: {
            /** @description The level of a computer that is to play on in its seat; without one the game is claimed. */
            computer?: string | null;
        };
        /** @description An attack, in short. */
        Clash: {
            /** @description Who attacks. */
            attackers: string[];
            /** @description The column of the results table. */
            column: string;
            /** @description Who is attacked. */
            defenders: string[];
            /** @description The side that attacks. */
            side: string;
        };
        /** @description What a page sends over a socket. The first message is `hello`. */
        ClientMessage: {
            /** @description The foot of a chain of which you will show a link whenever you are asked for one. */
            chain?: string | null;
            /** @description How many actions you have seen; the answer then tells what you missed. */
            from?: number | null;
            /** @description What is wanted after every change. */
            mode?: components["schemas"]["Mode"];
            /** @description What to call you when you talk as a spectator. */
            name?: string | null;
            /** @description Whether long messages may come packed: as binary frames in the zlib format. */
            packed?: boolean;
            /** @description The table's passphrase, if it has one and you have no token. */
            passphrase?: string | null;
            /** @description A seat's token; without one you look on. */
            token?: string | null;
            /** @enum {string} */
            type: "hello";
        } | {
            /** @description In the words of the record. */
            action: string;
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /** @description How many actions you know of. */
            played?: number | null;
            /** @description Its seal instead: the word is shown when it is asked for. */
            seal?: string | null;
            /** @enum {string} */
            type: "act";
            /** @description A fresh word for the dice, shown at once. */
            word?: string | null;
        } | {
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /** @description How many actions you know of. */
            played?: number | null;
            /** @description Its seal instead: the word is shown when it is asked for. */
            seal?: string | null;
            /** @description As a person types it. */
            text: string;
            /** @enum {string} */
            type: "command";
            /** @description A fresh word for the dice, shown at once. */
            word?: string | null;
        } | {
            /**
             * Format: int64
             * @description Of the message with the seal.
             */
            id: number;
            /** @description The seal of another one, should the same message throw once more. */
            then?: string | null;
            /** @enum {string} */
            type: "word";
            /** @description The word. */
            word: string;
        } | {
            /**
             * Format: int64
             * @description Of the die, as `ask_link` calls it.
             */
            die: number;
            /** @description The link; nothing if none is given. */
            link?: string | null;
            /** @enum {string} */
            type: "link";
        } | {
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /** @description For which seat; may be left out by whoever holds only one. */
            seat?: string | null;
            /** @enum {string} */
            type: "resign";
        } | {
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /** @enum {string} */
            type: "abandon";
        } | {
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /** @enum {string} */
            type: "draw";
        } | {
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /** @enum {string} */
            type: "remind";
        } | {
            /** @description Whether it is accepted. */
            allow: boolean;
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /**
             * Format: int32
             * @description The number of the proposal that is answered.
             */
            request: number;
            /** @enum {string} */
            type: "end_answer";
        } | {
            /** @description See [`UndoWish::confirm`]. */
            confirm?: boolean;
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /** @enum {string} */
            type: "undo";
        } | {
            /** @description Whether it is allowed. */
            allow: boolean;
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /**
             * Format: int32
             * @description The number of the request that is answered.
             */
            request: number;
            /** @enum {string} */
            type: "answer";
        } | {
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /** @description What. */
            text: string;
            /** @enum {string} */
            type: "chat";
        } | {
            /** @enum {string} */
            type: "whole";
        } | {
            /** @description Entries before this one are wanted; the last ones if it is left out. */
            before?: number | null;
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /** @description How many turns. */
            turns?: number | null;
            /** @enum {string} */
            type: "log";
        } | {
            /**
             * Format: int64
             * @description Comes back with the answer.
             */
            id?: number;
            /** @enum {string} */
            type: "ping";
        };
        /** @description Something typed. */
        Command: {
            /** @description How many actions the sender knows of. */
            played?: number | null;
            /** @description As a person types it: `move Sth2 1609`. */
            text: string;
            /** @description A fresh random word for the dice, as for an action. */
            word?: string | null;
        };
        /** @description From here on corrected rules hold. */
        Corrected: {
            /** @description After how many actions. */
            after: number;
            /**
             * Format: int64
             * @description The revision of the rules from there on.
             */
            revision: number;
        };
        /** @description What computers say. */
        Counsel: {
            hint?: null | components["schemas"]["Reasoned"];
            last?: null | components["schemas"]["Reasoned"];
        };
        /** @description One counter. */
        Counter: {
            /** @description The counter in one sentence, for those who hear the board. */
            alt: string;
            /** @description States: `moved`, `attacked`, `fresh +3`. */
            badges: string[];
            /** @description The body that it belongs to, where the game says so: `1/1/IV`. */
            body?: string;
            /** @description Which kind of its arm, where the game tells them apart: `light`, `dragoons`. */
            branch?: string;
            /** @description Hex number when on the map. */
            hex?: string | null;
            /** @description Whether it lies face down for this seat, so that what is printed on it is not told. */
            hidden: boolean;
            /** @description `infantry`, `cavalry`, `artillery`, `garrison`. */
            kind: string;
            /**
             * Format: int32
             * @description Movement allowance in points, likewise.
             */
            movement?: number | null;
            /** @description Formation or name, printed above the symbol. */
            name: string;
            /** @description Nation, which decides the colour: `French`, `Russian`, `Prussian`, `Austrian`. */
            nation: string;
            /** @description Where it is when not on the map: `due at B on turn 4`, `lost`. */
            off_map?: string | null;
            /** @description What else is printed on it. */
            ratings?: components["schemas"]["Rating"][];
            /** @description Side, such as `French`. */
            side: string;
            stance?: null | components["schemas"]["Stance"];
            /**
             * Format: int32
             * @description Strength, where the counter has one and it is known.
             */
            strength?: number | null;
            /** @description The short unique name used in commands and records. */
            tag: string;
            /** @description The same in few letters, where the game has names that are longer than a counter and tags that nobody would print on one: `1/6e Lég.`. */
            title?: string;
            /** @description Printed at the bottom, such as `8-4`. */
            values: string;
        };
        /** @description A card of a deck, with all that are like it. */
        DeckCard: {
            /**
             * Format: int32
             * @description How many there are.
             */
            all: number;
            /**
             * Format: int32
             * @description How many of them can still be drawn.
             */
            left: number;
            /** @description Its name. */
            name: string;
            /** @description What it does, in our words. */
            text: string;
        };
        /** @description Every die of a game, counted. */
        DiceCount: {
            /** @description All together. */
            all: components["schemas"]["SeatDice"];
            /**
             * Format: int32
             * @description Faces of the dice.
             */
            faces: number;
            /** @description By the seat whose action rolled them. */
            seats: components["schemas"]["SeatDice"][];
        };
        /** @description Something that must still be done. */
        Duty: {
            /** @description The case that asks for it. */
            case: string;
            /** @description The hex concerned. */
            hex?: string | null;
            /** @description Whether the phase can end without it. */
            optional: boolean;
            /** @description In words. */
            text: string;
            /** @description The unit concerned. */
            unit?: string | null;
        };
        /** @description The answer to a proposal to end the game. */
        EndAnswer: {
            /** @description Whether it is accepted. */
            allow: boolean;
            /**
             * Format: int32
             * @description The number of the proposal that is answered: another one may have taken its place meanwhile.
             */
            request: number;
        };
        /** @description An end that the players made. */
        Ended: {
            /** @description Who resigned, who abandoned it, who proposed it, or who did not move in time. */
            by: string;
            /** @description `resigned`, `abandoned` (by one side alone), `agreed` (abandoned by both), `drawn` or `overdue` (not moved in time). */
            how: string;
        };
        /** @description How the game ended. */
        Ending: {
            /** @description Points by seat, in the order of the seats; none if the players ended it before the rules did. */
            points: number[];
            /** @description In words. */
            verdict: string;
            /** @description The winner; none in a draw. */
            winner?: string | null;
        };
        /** @description An entry hex. */
        EntryView: {
            /** @description The code on the counters. */
            code: string;
            /** @description The hex. */
            hex: string;
        };
        /**
         * @description What a piece looks at.
         * @enum {string}
         */
        FacingAt: "hexside" | "vertex";
        /** @description Which way a piece looks. */
        FacingView: {
            /** @description Whether it looks at a hexside or at a vertex of its hex. */
            at: components["schemas"]["FacingAt"];
            /** @description As a compass calls it, the top of the map being north: `N`, `ENE`. */
            compass: string;
            /**
             * Format: int32
             * @description The angle on paper, in degrees clockwise from the top: 0, 30 … 330. What is drawn looking up is turned by so much.
             */
            degrees: number;
        };
        /** @description What may become of one unit in a declared attack. */
        Fate: {
            /** @description Outcome word (`lost`, `retreats`, `displaced`, `stays`) and its chance. */
            chances: [
                string,
                {
                    /**
                     * Format: int32
                     * @description Ways in which it happens whatever is chosen.
                     */
                    least: number;
                    /**
                     * Format: int32
                     * @description Ways in which it can happen.
                     */
                    most: number;
                    /**
                     * Format: int32
                     * @description All ways, equally likely.
                     */
                    per: number;
                }
            ][];
            /** @description Its tag. */
            tag: string;
        };
        /** @description The exact forecast of a declared attack, before the die. */
        Forecast: {
            /** @description What one more unit, or going down a column, would change. */
            alternatives: components["schemas"]["Alternative"][];
            /** @description The column of the results table, such as `2-1`. */
            column: string;
            /** @description Each unit that can be touched. */
            fates: components["schemas"]["Fate"][];
            /** @description What the abbreviations mean. */
            legend: [
                string,
                string
            ][];
            /** @description How the strengths came about, as text lines with cases. */
            reckoning: string[];
            /** @description Each result and how often it comes, out of the same number of ways. */
            results: [
                string,
                {
                    /**
                     * Format: int32
                     * @description Ways in which it happens whatever is chosen.
                     */
                    least: number;
                    /**
                     * Format: int32
                     * @description Ways in which it can happen.
                     */
                    most: number;
                    /**
                     * Format: int32
                     * @description All ways, equally likely.
                     */
                    per: number;
                }
            ][];
            table?: null | components["schemas"]["TableView"];
        };
        /** @description How a piece is drawn up. */
        FormationView: {
            /** @description As the rulebook calls it: `Extended Line`. */
            name: string;
            /** @description What it looks like from above. */
            shape: components["schemas"]["Shape"];
        };
        /** @description A game. */
        Game: {
            /** @description What can be typed besides the actions that are listed. */
            commands: components["schemas"]["Phrase"][];
            /** @description Identifier, such as `eylau`. */
            id: string;
            lesson?: null | components["schemas"]["LessonBrief"];
            /** @description Options. */
            options: components["schemas"]["OptionInfo"][];
            /** @description How many counters take part in it, with the usual options. */
            pieces: number;
            /** @description Identifier of its rulebook. */
            rulebook: string;
            /** @description The seats, in order. */
            seats: string[];
            /** @description In words. */
            summary: string;
            /** @description Title. */
            title: string;
            /**
             * Format: int32
             * @description How many turns it has.
             */
            turns: number;
            /**
             * Format: int32
             * @description Year of the battle.
             */
            year: number;
        };
        /** @description A mark on a hexside. */
        HexsideMark: {
            /** @description One hex; where the mark has a front, the one that it protects. */
            from: string;
            /** @description `barricade`, `breach`, `crossing` … */
            kind: string;
            /** @description Whose it is, if anyone's. */
            side?: string | null;
            /** @description The other. */
            to: string;
        };
        /** @description One hexside. */
        HexsideView: {
            /** @description One hex; for a slope the low one. */
            from: string;
            /** @description `slope`, `river`, `stream`, `bridge` … */
            kind: string;
            /** @description The other; for a slope the high one. */
            to: string;
        };
        /** @description One hex. */
        HexView: {
            /** @description Column and row, counted as [`MapView::columns`] and [`MapView::rows`] are, on maps whose hexes have names, which do not tell. */
            at?: [
                number,
                number
            ] | null;
            /**
             * Format: int32
             * @description How high it lies, where the map has levels.
             */
            level?: number;
            /** @description Printed number, four digits; [`MapView::grid`] says what they count. Maps of several sheets have names such as `B0312`. */
            number: string;
            /** @description Whether the hex counts for victory. */
            objective: boolean;
            /** @description Terrain words, `clear` if none. */
            terrain: string[];
        };
        /** @description A place off the map that holds counters. */
        Holding: {
            /** @description The case that defines it. */
            case: string;
            /** @description Tags of the counters in it, the top of a stack first. */
            counters: string[];
            /** @description Its name: `Broken`, `Area A`. */
            name: string;
            /** @description What else is to be known of it; may be empty. */
            note: string;
            /** @description Whose it is, if one side's. */
            side?: string | null;
        };
        /** @description Where the server can be reached. */
        House: {
            /** @description The addresses of the machine as its neighbours know them. They are told to whoever sits at it, and to nobody else. */
            addresses: string[];
            /** @description Whether only programs on the same machine reach it. */
            here_only: boolean;
            /** @description Whether players may be told by webhook that it is their turn. */
            webhooks: boolean;
        };
        /** @description One decision. */
        Judged: {
            /** @description What was done. */
            actions: string[];
            /**
             * Format: double
             * @description What it was worth after it.
             */
            after: number;
            /**
             * Format: double
             * @description What the position was worth before.
             */
            before: number;
            better?: null | components["schemas"]["Better"];
            /**
             * Format: double
             * @description What the choice cost the side that made it, in points of the margin; nought if nothing better was found.
             */
            cost: number;
            /** @description The dice that fell. */
            dice: number[];
            /**
             * Format: double
             * @description What the choice was worth before the die.
             */
            expected: number;
            /** @description The first entry of the record that belongs to it. */
            from: number;
            /**
             * Format: double
             * @description The upper end of that interval.
             */
            high?: number | null;
            /** @description Whether time was short, and something better was looked for with less thought than the level takes. */
            hurried: boolean;
            /** @description What came of it when it was played on, in a typical case, if it was a mistake. */
            led_to?: string[];
            /**
             * Format: double
             * @description The lower end of the interval in which the cost lies 95 times of 100, if it was found by playing on.
             */
            low?: number | null;
            /**
             * Format: double
             * @description What the die did for the first seat, in points of the margin.
             */
            luck: number;
            /** @description What the choice cost, in words, if it was a mistake: `Sth1 lost; Ost5 let go`. */
            name?: string | null;
            /** @description The phase, in words. */
            phase: string;
            /** @description How many pairs of games were played on to compare the choice with another; none if what is expected had to do. */
            playouts?: number;
            /** @description Whose it was. */
            seat: string;
            /** @description The last. */
            to: number;
            /** @description The turn, in words. */
            turn: string;
        };
        /** @description What became of a table that somebody left. */
        Left: {
            /** @description Whether it is gone, since nobody else sits there. */
            removed: boolean;
        };
        /** @description A guided first turn. */
        Lesson: {
            /** @description Which computer plays the others. */
            level: string;
            /**
             * Format: int32
             * @description About how long it takes.
             */
            minutes: number;
            /** @description Whom one plays. */
            seat: string;
            /** @description The steps, in order. */
            steps: components["schemas"]["LessonStep"][];
            /** @description What it is about, in a sentence. */
            summary: string;
            /** @description What it is called. */
            title: string;
        };
        /** @description A guided first turn, as a list tells of it. */
        LessonBrief: {
            /** @description Which computer plays the others. */
            level: string;
            /**
             * Format: int32
             * @description About how long it takes.
             */
            minutes: number;
            /** @description Whom one plays. */
            seat: string;
            /** @description What it is about. */
            summary: string;
            /** @description What it is called. */
            title: string;
        };
        /** @description One step of a lesson. It is over when what it wants has been done, or, if it wants nothing, when it has been read. */
        LessonStep: {
            /**
             * @description Other actions that may be played meanwhile.
             * @default []
             */
            also: string[];
            /**
             * @description The hexes that it points at.
             * @default []
             */
            hexes: string[];
            /**
             * @description What is laid over the map meanwhile.
             * @default null
             */
            overlay: string | null;
            /**
             * @description What it points at beside the map: `orders`, `odds`, `sequence`, `log`.
             * @default null
             */
            panel: string | null;
            /** @default null */
            refused: null | components["schemas"]["Refused"];
            /**
             * @description The step is left out unless the last roll came to one of these; what is said then.
             * @default {}
             */
            results: {
                [key: string]: string;
            };
            /**
             * @description What is explained, and what is to be done. Cases are named as `[4.1]`.
             * @default
             */
            text: string;
            /**
             * @description A heading of a few words.
             * @default
             */
            title: string;
            /**
             * @description Actions in the words of the record, any of which does it. A word `*` stands for any words that follow.
             * @default []
             */
            want: string[];
            /**
             * @description The step is left out unless an action of this form can be played.
             * @default null
             */
            when: string | null;
        };
        /** @description A level of computer opponents. */
        Level: {
            /** @description Whether it is a yardstick rather than an opponent for people. */
            baseline: boolean;
            /** @description Identifier, such as `marshal`. */
            id: string;
            /** @description In words. */
            summary: string;
            /** @description Its name for people. */
            title: string;
        };
        /** @description What can be played, and against whom. */
        Library: {
            /** @description The rulebooks. */
            books: components["schemas"]["Book"][];
            /** @description The levels of computer opponents. */
            levels: components["schemas"]["Level"][];
        };
        /** @description One line of the log. */
        Line: {
            battle?: null | components["schemas"]["Clash"];
            /** @description The case it happened under. */
            case?: string | null;
            /** @description The entry of the record that it came with, from 1; 0 for the set-up. */
            entry: number;
            /** @description Whether a summary should repeat the sentence. */
            headline: boolean;
            /** @description Hexes it speaks of, for flashing on the map. */
            hexes: string[];
            /**
             * Format: int32
             * @description How deep it is nested: 0 turn, 1 phase, 2 action, 3 detail.
             */
            level: number;
            /** @description Tags of the units destroyed. */
            lost: string[];
            path?: null | components["schemas"]["Trail"];
            roll?: null | components["schemas"]["RollView"];
            /** @description The sentence, case numbers included. */
            text: string;
        };
        /** @description Some turns of the log, as whoever asked may read them. */
        LogPage: {
            /** @description Whether there is something before it. */
            earlier: boolean;
            /** @description The first entry of which it tells; 0 for the set-up. */
            from: number;
            /** @description The lines. */
            lines: components["schemas"]["Line"][];
            /** @description The last one. */
            to: number;
        };
        /** @description What a side has lost. */
        Loss: {
            /** @description The side. */
            side: string;
            /**
             * Format: int32
             * @description Their printed strength, added up.
             */
            strength: number;
            /** @description Its units that were destroyed. */
            tags: string[];
        };
        /** @description A seat of a table that was made. */
        MadeSeat: {
            /** @description The link with which the seat is taken (the maker's own) or can be taken once (an open one), as a path. */
            link?: string | null;
            /** @description The seat. */
            seat: string;
            /** @description The maker's token, if the seat is the maker's. It is told only this once. */
            token?: string | null;
            /** @description `human`, `open`, or the level of a computer opponent. */
            who: string;
        };
        /** @description A table that was made. */
        MadeTable: {
            /** @description Its name in addresses. */
            id: string;
            /** @description Where the page shows it. */
            path: string;
            /** @description The seats. */
            seats: components["schemas"]["MadeSeat"][];
        };
        /** @description The map as a drawing needs it. It does not change during a game. */
        MapView: {
            /**
             * Format: int32
             * @description Number of columns. On a flat-top map odd columns (from 1) stand half a hex higher than even ones.
             */
            columns: number;
            /** @description Where reinforcements enter. */
            entries: components["schemas"]["EntryView"][];
            /**
             * @description `flat-top`: numbers are column, from the left, and row, from the top. `pointy-top`: numbers are row, from the bottom, and
             *     column, from the left.
             */
            grid: string;
            /** @description Every hex of the map. */
            hexes: components["schemas"]["HexView"][];
            /** @description Hexsides that carry something. */
            hexsides: components["schemas"]["HexsideView"][];
            /** @description How words are painted that only this map has: in words that every painter knows, several with spaces between them, none for what is not painted. */
            looks?: {
                [key: string]: string;
            };
            /**
             * Format: int32
             * @description Scale, 0 if unknown.
             */
            metres_per_hex: number;
            /** @description Where north is: `up`, `left`, `right`, `down`. */
            north: string;
            /** @description Names to be written on the map. */
            places: components["schemas"]["PlaceView"][];
            /** @description Roads, each a chain of hex numbers. */
            roads: components["schemas"]["RoadView"][];
            /**
             * Format: int32
             * @description Number of rows. On a pointy-top map even rows (from 1, at the bottom) stand half a hex further left than odd ones.
             */
            rows: number;
            /** @description The printed sheets of which the map is made, if there are several. */
            sheets?: components["schemas"]["SheetView"][];
            /** @description Title. */
            title: string;
        };
        /** @description A mark on a hex. */
        Mark: {
            /** @description The hex. */
            hex: string;
            /** @description `control`, `target` … */
            kind: string;
            /** @description Whose it is, if anyone's. */
            side?: string | null;
        };
        /** @description A marker on a track. */
        Marker: {
            /** @description Its name. */
            name: string;
            /** @description Whose it is, if one side's. */
            side?: string | null;
            /**
             * Format: int32
             * @description The space it lies on, from 0.
             */
            step: number;
        };
        /**
         * @description How much a socket wants to hear.
         * @enum {string}
         */
        Mode: "view" | "changes" | "moves";
        /** @description One action that was played, and what came of it, as whoever is told may know it. */
        Moved: {
            /** @description The action in words. */
            action: string;
            /** @description Check number of the entry; empty while the game has secrets, which it would betray. */
            check: string;
            /** @description The dice it took. */
            dice: number[];
            /** @description Its number in the record, from 1. */
            entry: number;
            /** @description What happened. */
            log: components["schemas"]["Line"][];
            /** @description Why, where a computer played it. */
            reason?: string | null;
            /** @description Who played it. */
            seat?: string | null;
            throw?: null | components["schemas"]["ThrowTold"];
        };
        /** @description Who is to sit in a seat. */
        NewSeat: {
            /** @description The seat, such as `French`. */
            seat: string;
            /** @description `me`, `hot-seat` (the same: all seats of the maker share one token), `open`, or the level of a computer opponent. */
            who: string;
        };
        /** @description A table to be made. */
        NewTable: {
            /**
             * @description A secret that you have made yourself, 64 hexadecimal digits of chance. The same wish sent again with it, because the answer was lost, finds the
             *     table that it has made, and gets the same answer; without one, or with another wish, it makes another table.
             */
            claim?: string | null;
            /** @description The game, such as `eylau`. May be left out if a record is brought along. */
            game?: string;
            /** @description What to call the table. */
            name?: string;
            /** @description Options by name and value; those left out are as usual. */
            options?: {
                [key: string]: string;
            };
            /** @description Asked of everyone who wants to look at the table or sit down at it. */
            passphrase?: string | null;
            /** @description What to call yourself. */
            player?: string;
            /** @description Whether it is listed in the lobby. */
            public?: boolean;
            /** @description A record, game notation or position to go on with. */
            record?: string | null;
            /** @description Who sits where. A seat that is left out is `me`. */
            seats?: components["schemas"]["NewSeat"][];
            /** @description What is allowed besides playing; nothing if left out. */
            terms?: components["schemas"]["Terms"];
        };
        /** @description A proposal to end the game. */
        Offer: {
            /** @description Who proposes it. */
            by: string;
            /** @description `agreed` (to abandon it without a winner) or `drawn` (to call it a draw). */
            how: string;
            /**
             * Format: int32
             * @description Its number, to be named in the answer.
             */
            request: number;
        };
        /** @description An option of a game. */
        OptionInfo: {
            /** @description The case that offers it. */
            case: string;
            /** @description What it is if nothing is said. */
            default: string;
            /** @description Name. */
            name: string;
            /** @description In words. */
            summary: string;
            /** @description What it can be. */
            values: string[];
        };
        /** @description The standing orders of a seat. */
        OrdersOfSeat: {
            /** @description The questions that orders can answer. */
            kinds: components["schemas"]["QuestionInfo"][];
            /** @description Its orders. */
            orders: string[];
            /** @description The seat. */
            seat: string;
        };
        /** @description Standing orders that a seat gives, instead of those before. */
        OrdersWish: {
            /** @description All orders, one each: `KIND always`, `KIND never`, `KIND ask`, with a unit's name after it if it is for that unit only. */
            orders: string[];
            /** @description Whose; the seat that you hold if left out. */
            seat?: string | null;
        };
        /** @description One hex of an overlay. */
        OverlayHex: {
            /** @description The hex. */
            hex: string;
            /** @description Which of several kinds of hexes of this overlay it is: `front`, `flank`, `rear`, `seen`, `hidden`; empty where there is one kind. */
            kind?: string;
            /** @description What is to be said of it, in a few words. */
            note: string;
            /** @description Whose it is, if anyone's. */
            side?: string | null;
        };
        /** @description Something that can be laid over the map. */
        OverlayInfo: {
            /** @description The case behind it. */
            case?: string | null;
            /** @description Identifier. */
            id: string;
            /** @description One letter, for the keyboard. */
            key: string;
            /** @description Whether it is about one hex, which has to be named. */
            needs_hex: boolean;
            /** @description For people. */
            title: string;
        };
        /** @description What became of a wish to end the game. */
        Parted: {
            /** @description Whether the other side was asked instead, because it has to agree. */
            asked: boolean;
            /** @description Whether the game is over now. */
            over: boolean;
        };
        /** @description One step of a way. */
        PathStep: {
            /** @description What the step costs. */
            cost: string;
            /** @description The hex entered. */
            hex: string;
        };
        /** @description What the game waits for. */
        Pending: {
            /** @description The case that grants or demands it. */
            case: string;
            /** @description In words. */
            prompt: string;
            /** @description Who has to decide. */
            seat: string;
        };
        /** @description A step of the turn. */
        PhaseView: {
            /** @description Whether play stands in it. */
            current: boolean;
            /** @description Its name: `Movement Phase`. */
            name: string;
            /** @description Whose it is, if one side's. */
            side?: string | null;
        };
        /** @description Something that can be typed. */
        Phrase: {
            /** @description Its form. */
            form: string;
            /** @description What it does. */
            meaning: string;
        };
        /** @description A name on the map. */
        PlaceView: {
            /** @description The hexes it covers. */
            hexes: string[];
            /** @description `town`, `village`, `hill`, `lake`, `wood`, `farm` … */
            kind: string;
            /** @description The name. */
            name: string;
        };
        /** @description Who is there. */
        Presence: {
            /** @description The seats. */
            seats: components["schemas"]["SeatPresence"][];
            /** @description How many look on. */
            spectators: number;
        };
        /** @description A refusal that says what was wrong and, where a rule forbids, which one. */
        Problem: {
            at?: null | components["schemas"]["Thing"];
            /** @description The case that forbids it. */
            case?: string | null;
            /** @description What is wrong this time. */
            detail: string;
            /** @description Case, reason and thing at fault in one line. */
            line?: string | null;
            /** @description How many actions have been played, where the sender was behind. */
            played?: number | null;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description The kind in words. */
            title: string;
            /** @description What kind of problem it is: `urn:grognard:illegal`, `urn:grognard:stale` … */
            type: string;
            /**
             * Format: int64
             * @description Seconds to wait before it is tried again, where that helps.
             */
            wait?: number | null;
        };
        /** @description A kind of question that standing orders can answer. */
        QuestionInfo: {
            /** @description Whether "always" is possible, besides "never" and "ask". */
            always: boolean;
            /** @description The case that asks. */
            case: string;
            /** @description Its name in orders. */
            kind: string;
            /** @description What is asked. */
            title: string;
            /** @description Units for which it can be ordered one by one. */
            units: string[];
        };
        /** @description A figure that is printed on a piece. */
        Rating: {
            /** @description What it is: `effectiveness`, `command radius`. */
            name: string;
            /**
             * Format: int32
             * @description The figure.
             */
            value: number;
        };
        /** @description What a computer thought of a move that it made, or would do in your place. */
        Reasoned: {
            /** @description The action in the words of the record. */
            action: string;
            /** @description After how many actions. */
            played: number;
            /** @description Why. */
            reason: string;
            /** @description For which seat. */
            seat: string;
            /** @description What it would do right after that, where that belongs together: where a unit goes that is taken in hand. */
            then?: string | null;
        };
        /** @description What is tried so that the rules refuse it. */
        Refused: {
            /** @description The action. */
            action: string;
            /** @description The case that forbids it. */
            case: string;
        };
        /** @description A wish to resign. */
        Resign: {
            /**
             * @description For which seat; may be left out by whoever holds only one.
             * @default null
             */
            seat: string | null;
        };
        /** @description One road. */
        RoadView: {
            /** @description Which kind of road, where the map knows several; else empty. */
            class?: string;
            /** @description Whether it leaves the map at the last hex. */
            edge: boolean;
            /** @description Name, may be empty. */
            name: string;
            /** @description Hexes in order. */
            path: string[];
        };
        /** @description A roll of a die. */
        RollView: {
            /** @description The case that asked for it. */
            case: string;
            /** @description The column of a table in which it was looked up. */
            column?: string | null;
            /**
             * Format: int32
             * @description Faces of the die.
             */
            faces: number;
            /** @description What it led to. */
            result?: string | null;
            /**
             * Format: int32
             * @description What it showed.
             */
            value: number;
        };
        /** @description Something that was said. */
        Said: {
            /**
             * Format: int64
             * @description When, in milliseconds since 1970.
             */
            at: number;
            /** @description By whom. */
            by: string;
            /** @description In which seat; empty for a spectator. */
            seat: string;
            /** @description What. */
            text: string;
        };
        /** @description A printed track with markers on it. */
        Scale: {
            /** @description The case that defines it. */
            case: string;
            /** @description The markers on it. */
            markers: components["schemas"]["Marker"][];
            /** @description What it shows: `Morale`. */
            name: string;
            /** @description The names of its spaces, in order. */
            steps: string[];
        };
        /** @description The dice of one seat. */
        SeatDice: {
            /** @description The average of the dice, to two places. */
            average: string;
            /** @description Pearson's chi-square against fair dice, to two places. */
            chi_square: string;
            /** @description How often each face came, from 1. */
            counts: number[];
            /** @description How often each face would come on the average, to two places: `4.17`. */
            expected: string;
            /**
             * Format: int32
             * @description How many dice.
             */
            rolls: number;
            /** @description The seat; `all` for all together. */
            seat: string;
            /** @description What that means, in words. */
            verdict: string;
        };
        /** @description A seat as everybody may know it. */
        SeatInfo: {
            /** @description The foot of the chain from which its holder brings links to the dice of others, if one was announced. */
            chain?: string | null;
            /** @description Whether its holder is connected. */
            connected: boolean;
            /** @description What its holder is called. */
            name: string;
            /** @description The seat. */
            seat: string;
            /** @description `human`, `open`, or the level of a computer opponent. */
            who: string;
            /** @description Whether your token holds it. */
            yours: boolean;
        };
        /** @description Whether somebody is in a seat. */
        SeatPresence: {
            /** @description Whether its holder is connected. */
            connected: boolean;
            /** @description What its holder is called. */
            name: string;
            /** @description The seat. */
            seat: string;
            /** @description `human`, `open`, or the level of a computer opponent. */
            who: string;
        };
        /** @description What the server sends over a socket. */
        ServerMessage: {
            catch_up?: null | components["schemas"]["CatchUp"];
            /**
             * Format: int32
             * @description The sum of the view.
             */
            sum?: number;
            /** @description The table. */
            table: components["schemas"]["TableInfo"];
            /** @enum {string} */
            type: "welcome";
            view?: null | components["schemas"]["View"];
        } | {
            /**
             * Format: int32
             * @description Its sum.
             */
            sum?: number;
            /** @enum {string} */
            type: "view";
            /** @description The view. */
            view: components["schemas"]["View"];
        } | {
            /** @description The difference. */
            change: unknown;
            /**
             * Format: int32
             * @description The sum of the view that it is from: one of the last two that were sent.
             */
            from: number;
            /**
             * Format: int32
             * @description The sum of the view that it leads to.
             */
            to: number;
            /** @enum {string} */
            type: "change";
        } | {
            /**
             * Format: int64
             * @description Of your message.
             */
            id: number;
            /** @description The page. */
            page: components["schemas"]["LogPage"];
            /** @enum {string} */
            type: "log";
        } | {
            /** @description What it was and what came of it. */
            happening: components["schemas"]["Moved"];
            /** @enum {string} */
            type: "moved";
        } | {
            /** @description How many stand. */
            played: number;
            /** @enum {string} */
            type: "undone";
        } | {
            /**
             * Format: int64
             * @description Of your message.
             */
            id: number;
            /** @description How many actions have been played now. */
            played: number;
            /** @enum {string} */
            type: "ok";
        } | {
            /**
             * Format: int64
             * @description Of your message.
             */
            id: number;
            /** @description Why. */
            problem: components["schemas"]["Problem"];
            /** @enum {string} */
            type: "refused";
        } | (components["schemas"]["UndoAsked"] & {
            /** @enum {string} */
            type: "undo_asked";
        }) | {
            /** @description Who had asked. */
            by: string;
            /**
             * Format: int32
             * @description The number of the request.
             */
            request: number;
            /** @enum {string} */
            type: "undo_declined";
        } | {
            /** @description What binds the server to the action. */
            deed: string;
            /**
             * Format: int64
             * @description The number of the die, from 1; where something is hidden a label of a million or more.
             */
            die: number;
            /** @description The seal of the word that is brought to it; `-` for none. */
            seal: string;
            /** @enum {string} */
            type: "ask_link";
        } | {
            /** @description What binds the server to action and number, where `die` is a label. */
            deed?: string | null;
            /**
             * Format: int64
             * @description The number of the die, from 1; where something is hidden a label of a million or more.
             */
            die: number;
            /**
             * Format: int64
             * @description Of your message with the seal.
             */
            id: number;
            /** @description The link that another player has shown for it. */
            link?: string | null;
            /** @enum {string} */
            type: "show_word";
        } | {
            ended?: null | components["schemas"]["Ended"];
            /** @description The seed of its dice. */
            seed?: string | null;
            /** @enum {string} */
            type: "over";
        } | (components["schemas"]["Offer"] & {
            /** @enum {string} */
            type: "end_offered";
        }) | {
            /** @description Who had proposed it. */
            by: string;
            /**
             * Format: int32
             * @description The number of the proposal.
             */
            request: number;
            /** @enum {string} */
            type: "end_declined";
        } | {
            /** @description Who reminds. */
            by: string;
            /** @description Who has to decide. */
            seat: string;
            /** @enum {string} */
            type: "reminded";
        } | {
            /** @description The new table. */
            table: string;
            /** @enum {string} */
            type: "rematch";
        } | {
            /** @enum {string} */
            type: "removed";
        } | (components["schemas"]["Said"] & {
            /** @enum {string} */
            type: "chat";
        }) | (components["schemas"]["Presence"] & {
            /** @enum {string} */
            type: "presence";
        }) | {
            /** @description For which seat. */
            seat: string;
            /** @enum {string} */
            type: "thinking";
        } | {
            /**
             * Format: int64
             * @description Of your message.
             */
            id: number;
            /** @enum {string} */
            type: "pong";
        };
        /**
         * @description What a formation looks like from above. Rulebooks have many names for few shapes.
         * @enum {string}
         */
        Shape: "loose" | "line" | "column" | "march" | "square" | "battery";
        /** @description A printed sheet of a map that is made of several. */
        SheetView: {
            /** @description Its first and last column on the whole map, from 1. */
            columns: [
                number,
                number
            ];
            /** @description What stands before the digits of its hexes, such as `B` or `N-`. */
            prefix: string;
            /** @description Its first and last row, from 1. */
            rows: [
                number,
                number
            ];
        };
        /** @description Where an option shows on the board. */
        Spot: {
            /** @description At a hex. */
            hex: string;
        } | {
            /** @description At a unit. */
            unit: string;
        } | {
            /** @description As a button with this label. */
            button: string;
        };
        /** @description How a piece stands, where that is more than to lie in a hex. */
        Stance: {
            facing?: null | components["schemas"]["FacingView"];
            formation?: null | components["schemas"]["FormationView"];
            /** @description The other hex of a piece that stands on two. */
            second?: string | null;
            /** @description Its states, each with what it is a state of. */
            states?: components["schemas"]["StateView"][];
            steps?: null | components["schemas"]["StepsView"];
        };
        /**
         * @description What a state is a state of.
         * @enum {string}
         */
        StateKind: "activity" | "morale" | "fatigue" | "ammunition" | "command";
        /** @description A state of a piece. */
        StateView: {
            /**
             * Format: int32
             * @description How much of it, where it is counted: rounds, points of fatigue.
             */
            amount?: number | null;
            /** @description What it is a state of. */
            kind: components["schemas"]["StateKind"];
            /** @description Whether it is good or bad for its owner. */
            tone: components["schemas"]["Tone"];
            /** @description The state in a word or two: `shaken`, `limbered`. */
            word: string;
        };
        /** @description The steps of a piece. */
        StepsView: {
            /**
             * Format: int32
             * @description Those it began with.
             */
            full: number;
            /**
             * Format: int32
             * @description Those it has.
             */
            left: number;
        };
        /**
         * @description A table as everybody may know it. Of a table with a passphrase whoever was not let in is told its name, its game, and that it is locked;
         *     everything else is then empty.
         */
        TableInfo: {
            asked?: null | components["schemas"]["UndoAsked"];
            /** @description The hash of the seed of the dice, known from the beginning; empty where nothing is promised, because the first dice were thrown elsewhere. */
            commitment: string;
            /** @description From where on corrected rules hold, in order; empty if they were not corrected since the game began. */
            corrected?: components["schemas"]["Corrected"][];
            /**
             * Format: int64
             * @description When it was made, in milliseconds since 1970.
             */
            created: number;
            ended?: null | components["schemas"]["Ended"];
            /** @description The game. */
            game: string;
            /** @description The number of entries that came with a record, whose dice are not of this seed. */
            given: number;
            /** @description Its name in addresses. */
            id: string;
            /** @description Whether it has a passphrase. */
            locked: boolean;
            /** @description What its maker called it. */
            name: string;
            offered?: null | components["schemas"]["Offer"];
            /** @description Options by name and value. */
            options: [
                string,
                string
            ][];
            /** @description Whether the game has ended. */
            over: boolean;
            /** @description What can be sent instead of the passphrase from now on, for whoever was let in to a table that has one. */
            pass?: string | null;
            /** @description Who has to decide, where that is known. */
            pending?: string | null;
            /** @description How many actions have been played. */
            played: number;
            /** @description Whether it is listed. */
            public: boolean;
            /** @description After the end, for those who played: the table at which the same game was begun anew. */
            rematch?: string | null;
            /** @description Its rulebook. */
            rulebook: string;
            /** @description The seats. */
            seats: components["schemas"]["SeatInfo"][];
            /** @description The seed itself, once the game is over; none where nothing was promised. */
            seed?: string | null;
            /** @description How many look on. */
            spectators: number;
            /**
             * Format: int64
             * @description For whoever waits for another person where no time runs: from when on a computer may play on in his seat, if he does not come before.
             */
            substitute?: number | null;
            /** @description What is allowed besides playing. */
            terms: components["schemas"]["Terms"];
            timing?: null | components["schemas"]["Timing"];
            /** @description The game's title. */
            title: string;
            /**
             * Format: int64
             * @description When something last happened, likewise.
             */
            touched: number;
            /** @description The present turn and how many there are, where that is known. */
            turn?: [
                number,
                number
            ] | null;
        };
        /** @description A table of the rulebook. */
        TableView: {
            /** @description The case it belongs to. */
            case: string;
            /** @description The cells, row by row. */
            cells: string[][];
            /** @description Index of the column that is lit. */
            column: number;
            /** @description Heads of the columns. */
            columns: string[];
            /** @description Heads of the rows. */
            rows: string[];
            /** @description Its title. */
            title: string;
        };
        /** @description A seat that was taken. */
        TakenSeat: {
            /** @description The same as a path for the page. */
            link: string;
            /** @description The seat. */
            seat: string;
            /** @description Its token. It is told only this once. */
            token: string;
        };
        /** @description A wish to sit down. */
        TakeSeat: {
            /**
             * @description A token that you have made yourself, 64 hexadecimal digits of chance. The same wish sent again, because the answer was lost, then
             *     gets the same answer. The server makes one if it is left out.
             */
            claim?: string | null;
            /** @description The invitation out of the link, for a table that is not listed. */
            invite?: string | null;
            /** @description What to call yourself. */
            name?: string;
            /** @description The table's passphrase, if it has one. */
            passphrase?: string | null;
        };
        /** @description What is allowed at a table besides playing. */
        Terms: {
            /**
             * @description Whether players may ask a computer what it would do, and have their game analysed before it is over. Who plays against
             *     nobody but computers, or alone, always may.
             * @default false
             */
            counsel: boolean;
            /**
             * @description Whether those who look on may talk while the game is under way.
             * @default false
             */
            onlookers_talk: boolean;
            /**
             * @description How fast it is to be played.
             * @default none
             */
            pace: string;
        };
        /** @description The thing at which a rule bites. */
        Thing: {
            /** @description A unit. */
            unit: string;
        } | {
            /** @description A hex. */
            hex: string;
        } | {
            /** @description A hexside. */
            hexside: string[];
        } | {
            /** @description A budget that does not suffice. */
            short: {
                /**
                 * Format: int32
                 * @description What there is.
                 */
                has: number;
                /**
                 * Format: int32
                 * @description What it would take.
                 */
                needs: number;
            };
        };
        /** @description What players brought to the dice of an action. */
        ThrowTold: {
            /**
             * Format: int64
             * @description The number of its first die in the game, from 1; where something is hidden a label of a million or more.
             */
            die: number;
            /** @description That link. */
            link?: string | null;
            /** @description Whose link went into it. */
            seat?: string | null;
            /** @description The word of whoever acted. */
            word?: string | null;
        };
        /** @description How much time there is. */
        Timing: {
            /**
             * Format: int64
             * @description From when on the other side may claim the game or let a computer play on.
             */
            claim?: number | null;
            /**
             * Format: int64
             * @description Until when whoever has to decide has time, likewise; nothing while no time runs.
             */
            due?: number | null;
            /** @description With a clock: what each seat had left when something last happened, in milliseconds, in the order of the seats. */
            left: number[];
            /**
             * Format: int64
             * @description The server's time, in milliseconds since 1970, by which the others are to be read.
             */
            now: number;
            /**
             * Format: int64
             * @description When whoever has to decide was reminded, if he was.
             */
            reminded?: number | null;
        };
        /**
         * @description Whether something is good or bad for its owner.
         * @enum {string}
         */
        Tone: "plain" | "good" | "bad";
        /** @description What a side's decisions come to. */
        Total: {
            /**
             * Format: double
             * @description What they cost it.
             */
            cost: number;
            /** @description Its decisions. */
            decisions: number;
            /**
             * Format: double
             * @description What the dice did for it, its own and the enemy's.
             */
            luck: number;
            /** @description How many of them had something better, by at least a point. */
            mistakes: number;
            /** @description The side. */
            seat: string;
        };
        /** @description A score or level. */
        Track: {
            /** @description The case that defines it. */
            case: string;
            /** @description What it counts. */
            name: string;
            /**
             * Format: int32
             * @description Its value.
             */
            value: number;
        };
        /** @description The way that a unit took. */
        Trail: {
            /** @description The hexes in order, the start included where it was on the map. */
            hexes: string[];
            /** @description What kind of movement: `move`, `enter`, `retreat`, `advance` … */
            kind: string;
            /** @description Whose unit it is. */
            side: string;
            /** @description The unit. */
            unit: string;
        };
        /** @description Where a turn or a phase began. */
        TurnMark: {
            /** @description The entry with which it began; 0 for the set-up. The board after so many actions shows it. */
            entry: number;
            /** @description Whether the turn began here, not only a phase. */
            new_turn: boolean;
            /** @description The phase in words. */
            phase: string;
            /** @description The turn in words. */
            turn: string;
            /**
             * Format: int32
             * @description The number of the turn, from 1.
             */
            turn_number: number;
        };
        /** @description Whether the last action can be taken back. */
        Undo: {
            /** @description Whether the viewer could ask the other side to allow it. */
            ask: boolean;
            /** @description Whether the viewer can do it at once, without asking. */
            can: boolean;
            /** @description How many actions would be played then. */
            to: number;
            /** @description What would be taken back, in words; empty if nothing was played. */
            what: string;
            /** @description Why it cannot be done at once; empty if it can. */
            why: string;
        };
        /** @description The answer to a request to take back. */
        UndoAnswer: {
            /** @description Whether it is allowed. */
            allow: boolean;
            /**
             * Format: int32
             * @description The number of the request that is answered: another one may have taken its place meanwhile.
             */
            request: number;
        };
        /** @description A request to take back. */
        UndoAsked: {
            /** @description The seat that asks. */
            by: string;
            /**
             * Format: int32
             * @description Its number, to be named in the answer.
             */
            request: number;
            /** @description How many actions would stay. */
            to: number;
        };
        /** @description What became of a wish to take back. */
        Undone: {
            /** @description Whether the other side was asked instead, because it has to agree. */
            asked: boolean;
            /** @description How many actions stand now. */
            played: number;
        };
        /** @description A wish to take back. */
        UndoWish: {
            /**
             * @description That dice will be taken back, too, where one person holds all seats: nobody is to do that by mistake.
             * @default false
             */
            confirm: boolean;
        };
        /** @description All that a page needs to draw a table and to play at it, as one seat or a spectator may see it. */
        View: {
            /** @description After how many of them the position is shown. */
            at: number;
            /** @description The board there. */
            board: components["schemas"]["Board"];
            /** @description A digest of the position shown, in hexadecimal; empty while the game has secrets, which it would betray. */
            check: string;
            /** @description What you may do; empty unless it is yours to decide and the last position is shown. */
            choices: components["schemas"]["Choice"][];
            /** @description From where on corrected rules hold, in order; empty if they were not corrected since the game began. */
            corrected?: components["schemas"]["Corrected"][];
            ending?: null | components["schemas"]["Ending"];
            forecast?: null | components["schemas"]["Forecast"];
            /** @description Identifier of the game, such as `eylau`. */
            game: string;
            /** @description Options by name and value, all of them. */
            options: [
                string,
                string
            ][];
            pending?: null | components["schemas"]["Pending"];
            /** @description Number of actions played. */
            played: number;
            reckoning?: null | components["schemas"]["Chart"];
            /** @description Identifier of its rulebook. */
            rulebook: string;
            /** @description The names of the seats, in order. */
            seats: string[];
            /** @description Title for people. */
            title: string;
            /** @description Whether you may take the last action back. */
            undo: components["schemas"]["Undo"];
            /** @description Whose view it is; nobody's for a spectator. */
            you?: string | null;
        };
        /** @description Where the server says that it is your turn. */
        WebhookTold: {
            /** @description The address, if there is one. */
            url?: string | null;
        };
        /** @description Where the server is to say that it is your turn. */
        WebhookWish: {
            /** @description An address that begins with `https://` or `http://`; nothing to be told no more. */
            url?: string | null;
        };
        /** @description A question whether something typed would be allowed. */
        Why: {
            /** @description As a person types it. */
            text: string;
        };
        /** @description What something typed would be. */
        WhyNot: {
            /** @description The actions that would be played. */
            actions: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    games: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Library"];
                };
            };
        };
    };
    charts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chart"][];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lesson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    map: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MapView"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    house: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["House"];
                };
            };
        };
    };
    rules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                rulebook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaseGist"][];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                case: string;
                rulebook: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaseGist"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    list: {
        parameters: {
            query?: {
                /** @description So many tables are passed over: those of the pages before. */
                from?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableInfo"][];
                };
            };
        };
    };
    make: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTable"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeTable"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    table: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableInfo"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    quit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Left"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    abandon: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Parted"];
                };
            };
            /** @description the other side was asked */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Parted"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    answer_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndAnswer"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Parted"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    act: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Act"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acted"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    advice: {
        parameters: {
            query?: {
                /** @description The level of whom to ask what it would do in your place. */
                hint?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Counsel"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    analysis: {
        parameters: {
            query?: {
                /** @description The first entry to be looked at: `next` of the piece before; the first of the game if left out. */
                from?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    catch_up: {
        parameters: {
            query?: {
                /** @description The first entry wanted; 0 is the set-up. */
                from?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatchUp"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    chat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Said"][];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    claim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Claim"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Parted"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    command: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Command"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acted"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiceCount"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    draw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the other side was asked */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Parted"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    live: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a WebSocket */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    log: {
        parameters: {
            query?: {
                /** @description The first entry wanted; 0 is the set-up. */
                from?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Line"][];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    log_page: {
        parameters: {
            query?: {
                /** @description Turns before this entry are wanted; the last ones if left out. */
                before?: number;
                /** @description How many turns; two if left out. */
                turns?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogPage"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    notation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    orders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrdersOfSeat"][];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    give_orders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrdersWish"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrdersOfSeat"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    overlay: {
        parameters: {
            query?: {
                /** @description The position after so many actions; the present one if left out. */
                at?: number;
                /** @description A hex, or a unit that stands in one. */
                hex?: string;
            };
            header?: never;
            path: {
                id: string;
                overlay: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverlayHex"][];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    overlays: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverlayInfo"][];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    picture: {
        parameters: {
            query?: {
                /** @description Width in pixels, 400 to 2400; 1600 if left out. */
                width?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description a PNG */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": number[];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    position: {
        parameters: {
            query?: {
                /** @description The position after so many actions; the present one if left out. */
                at?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reasons: {
        parameters: {
            query?: {
                /** @description The first entry wanted; 0 is the set-up. */
                from?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reasoned"][];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    record: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rematch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Again"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    remind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": null | components["schemas"]["Resign"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Parted"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    take_seat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                seat: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TakeSeat"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenSeat"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    turns: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnMark"][];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    undo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": null | components["schemas"]["UndoWish"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            /** @description the other side was asked */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    answer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UndoAnswer"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Undone"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    view: {
        parameters: {
            query?: {
                /** @description The position after so many actions; the present one if left out. */
                at?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTold"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    set_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookWish"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTold"];
                };
            };
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
    why: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Why"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhyNot"];
                };
            };
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
