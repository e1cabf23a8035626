//! `grognard mail`: a game between two players who send each other a file, with dice that neither can choose.

mod key;
mod post;
mod verify;

pub use verify::verify;

use crate::args::Mail as Args;
use crate::fail::{Done, Fail};
use crate::files;
use crate::play::input::Input;
use crate::play::orders::Standing;
use crate::play::session::{Host as _, Session};
use grognard_engine::chain::{Chain, ThrowDice};
use grognard_engine::dice::LowDice;
use grognard_engine::letters::{self, Letter, Mail, Throw};
use grognard_engine::record::{Header, RawEntry};
use grognard_shelf::{Happening, Match};
use key::{Judgement, Key};
use post::Post;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Begins a game by mail, or answers a letter.
pub fn mail(args: &Args) -> Done {
    match (&args.new, &args.file) {
        (Some(game), _) => begin(args, game),
        (None, Some(file)) => answer(args, file),
        (None, None) => Err(Fail::Bad("give the file that came by mail, or --new GAME --as SIDE to begin".to_owned())),
    }
}

/// A seat by its name, however it is written.
fn seat(game: &dyn Match, name: &str) -> Result<&'static str, Fail> {
    let seats = game.seats();
    let found = seats.iter().find(|seat| seat.eq_ignore_ascii_case(name));
    found.copied().ok_or_else(|| Fail::Bad(format!("--as {name}: no side of this game; there is {}", seats.join(", "))))
}

/// The other of two seats.
fn other(game: &dyn Match, seat: &str) -> Result<&'static str, Fail> {
    match game.seats() {
        [a, b] if *a == seat => Ok(b),
        [a, b] if *b == seat => Ok(a),
        seats => Err(Fail::Bad(format!("{} has {} sides; only two can play by mail", game.identity().game, seats.len()))),
    }
}

/// Writes the invitation.
fn begin(args: &Args, id: &str) -> Done {
    if !args.commands.is_empty() {
        return Err(Fail::Bad("--new only invites; nothing can be played in the first letter".to_owned()));
    }
    let game = grognard_shelf::open(id, &args.options.options, &mut LowDice)?;
    if game.history(0).iter().any(|happening| !happening.dice.is_empty()) {
        return Err(Fail::Bad(format!(
            "{id}: its set-up draws lots in secret, and a letter keeps no secrets; it cannot be played by mail"
        )));
    }
    crate::secrets::not_by_mail(game.as_ref(), id)?;
    let side = args
        .side
        .as_deref()
        .ok_or_else(|| Fail::Bad(format!("say which side you play: --as {}", game.seats().join(" or --as ").to_lowercase())))?;
    let seat = seat(game.as_ref(), side)?;
    let opponent = other(game.as_ref(), seat)?;
    let output = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{id}-0001.mail")));
    files::absent(&output, args.force)?;
    let mut key = Key::new(PathBuf::new(), seat)?;
    let chain = Chain::new(&key.secret);
    key.game = chain.seal().to_owned();
    key.path = match &args.secret {
        Some(path) => path.clone(),
        None => Key::usual_path(id, &key.game, seat)?,
    };
    not_over_a_key(&key.path)?;
    apart(&output, &key)?;
    let identity = game.identity();
    let header = Header {
        rulebook: identity.rulebook.to_owned(),
        revision: identity.revision,
        game: identity.game,
        options: identity.options,
        deal: Vec::new(),
    };
    let letter = Letter { by: seat.to_owned(), seal: Some(chain.seal().to_owned()), ..Letter::default() };
    let text = letters::begin(&header, &letter);
    send(&mut key, &files::name(&output), &text)?;
    files::write(&output, text.as_bytes())?;
    files::say(format!(
        "{}: {}, and you are {seat}. Send it to your opponent, who plays {opponent} and opens it with `grognard mail`.\n\
         Your key is in {}. Keep it, and keep it to yourself.\n",
        files::name(&output),
        identity.title,
        files::name(&key.path)
    ))
}

/// A letter must not be written over the key.
fn apart(output: &Path, key: &Key) -> Done {
    match output == key.path || files::same(output, &key.path) {
        true => Err(Fail::Bad(format!("{}: both the letter and the key; they need files of their own", files::name(output)))),
        false => Ok(()),
    }
}

/// A key that is overwritten is a game that is lost.
fn not_over_a_key(path: &Path) -> Done {
    match path.symlink_metadata() {
        Ok(_) => Err(Fail::Bad(format!("{}: exists already; a new game needs a key file of its own", files::name(path)))),
        Err(_) => Ok(()),
    }
}

/// Verifies a file and remembers that it is the one that was written.
fn send(key: &mut Key, name: &str, text: &str) -> Done {
    let mail = letters::read(name, text)?;
    verified(&mail, text)?;
    key.sent = Some((mail.letters.len(), mail.last().sum.clone()));
    key.clear_draft();
    text.clone_into(&mut key.letter);
    // First the key: a letter that is lost can be written again from it.
    key.save()
}

/// A mail file that holds in every respect, played to its end.
fn verified(mail: &Mail, text: &str) -> Result<Box<dyn Match>, Fail> {
    let mut odd = None;
    let game = verify(mail, text, &mut |number, entry, seen| {
        if let Some(die) = seen.iter().find(|die| die.shows != die.due) {
            let why = format!(
                "{}: entry {number} (line {}): a die shows {}, but what both players have shown makes it {}",
                mail.file, entry.line, die.shows, die.due
            );
            odd.get_or_insert(why);
        }
    })?;
    odd.map_or(Ok(game), |why| Err(Fail::Bad(why)))
}

/// Opens a letter, and writes the answer.
fn answer(args: &Args, path: &Path) -> Done {
    if path == Path::new("-") {
        return Err(Fail::Bad("standard input is for typing; give the letter as a file".to_owned()));
    }
    let name = files::name(path);
    let text = files::read(path)?;
    let mail = letters::read(&name, &text)?;
    files::no_options(&name, &args.options.options)?;
    let mut game = verified(&mail, &text)?;
    crate::secrets::not_by_mail(game.as_ref(), &name)?;
    let bad = |why: String| Fail::Bad(format!("{name}: {why}"));
    let opponent = mail.last().by.clone();
    let seat = other(game.as_ref(), &opponent)?;
    let mut key = find_key(args, &mail, game.as_ref(), seat).map_err(|why| match why {
        Missing::Own => bad(format!("letter {} is your own; send it to {seat}, and open the answer", mail.letters.len())),
        Missing::Fail(why) => why,
    })?;
    let chain = Chain::new(&key.secret);
    let sealed = mail.letters.iter().find(|letter| letter.by == seat).and_then(|letter| letter.seal.as_deref());
    if key.game != mail.id() || sealed.is_some_and(|seal| seal != chain.seal()) {
        return Err(Fail::Bad(format!("{}: the key of another game", files::name(&key.path))));
    }
    let number = mail.letters.len() + 1;
    let output = args.output.clone().unwrap_or_else(|| next_name(path, number));
    apart(&output, &key)?;
    match key.judge(&mail) {
        Judgement::Answer => {}
        Judgement::Own => return Err(bad(format!("letter {} is your own; send it to {seat}, and open the answer", number - 1))),
        Judgement::Refused(why) => return Err(bad(why)),
        Judgement::Answered => return write_again(args, &key, &name, &output),
    }
    if game.pending().is_err() && mail.last().throw.is_none() {
        remember(&mut key, &mail)?;
        return files::say(told(game.as_ref(), &mail, seat, &opponent) + &crate::replay::standing(game.as_ref()) + "\n");
    }
    files::absent(&output, args.force)?;
    let mut letter = Letter { by: seat.to_owned(), seal: sealed.is_none().then(|| chain.seal().to_owned()), ..Letter::default() };
    // From here on the dice can be known, so that this letter is the one that counts.
    remember(&mut key, &mail)?;
    if let Some(throw) = &mail.last().throw {
        letter.answer = Some(throw_dice(&mail, throw, &chain, game.as_mut())?);
    }
    files::say(told(game.as_ref(), &mail, seat, &opponent)).map_err(unheard)?;
    let key_orders = key.orders.clone();
    let post = Post {
        seat: seat.to_owned(),
        opponent: opponent.clone(),
        key,
        floor: game.played(),
        throw: None,
        said: Vec::new(),
        orders: standing(&mail, seat, &key_orders),
        keeps: args.commands.is_empty(),
        send: false,
        again: format!("grognard mail {name}"),
    };
    let (game, mut post) = decide(args, game, post).map_err(unheard)?;
    letter.entries = game.history(mail.played() + 1).iter().map(raw_entry).collect();
    letter.said = std::mem::take(&mut post.said);
    post.orders.of(seat).clone_into(&mut post.key.orders);
    letter.orders = post.key.orders.lines().map(str::to_owned).collect();
    letter.throw = match post.throw.take() {
        None => None,
        Some(action) => {
            let link = chain.link(mail.throws() + 1).ok_or_else(used_up)?.to_owned();
            let by = game.to_decide().unwrap_or(seat).to_owned();
            Some(Throw { line: 0, link, number: game.played() + 1, seat: by, action })
        }
    };
    if !post.send {
        return Ok(());
    }
    let text = mail.with(&letter);
    send(&mut post.key, &files::name(&output), &text)?;
    files::write(&output, text.as_bytes())?;
    files::say(format!("Letter {number} is in {}. Send it to {opponent}.\n", files::name(&output)))
}

/// The orders in force: the opponent's by the letter that came, the player's own as he has left them.
fn standing(mail: &Mail, seat: &str, own: &str) -> Standing {
    let mut orders = Standing::default();
    orders.set(&mail.last().by, mail.last().orders.join("\n"));
    orders.set(seat, own.to_owned());
    orders
}

/// Whoever closed the output has no letter, and must not be told that all is well.
fn unheard(why: Fail) -> Fail {
    match why {
        Fail::Pipe => Fail::Bad("standard output was closed before the letter was written; open the letter again".to_owned()),
        other => other,
    }
}

fn used_up() -> Fail {
    Fail::Bad("this game has thrown more dice than a chain has links; it cannot go on by mail".to_owned())
}

/// Why there is no key.
enum Missing {
    /// The letter is the player's own.
    Own,
    /// Another reason.
    Fail(Fail),
}

impl From<Fail> for Missing {
    fn from(why: Fail) -> Self {
        Self::Fail(why)
    }
}

/// The key with which a letter is answered for `seat`; a new one if the player joins.
fn find_key(args: &Args, mail: &Mail, game: &dyn Match, seat: &'static str) -> Result<Key, Missing> {
    let id = &mail.header.game;
    if let Some(side) = &args.side {
        let wanted = self::seat(game, side)?;
        if wanted != seat {
            return Err(Missing::Fail(Fail::Bad(format!("{}: it is {seat}'s turn, not {wanted}'s", mail.file))));
        }
    }
    let path = match &args.secret {
        Some(path) => path.clone(),
        None => Key::usual_path(id, mail.id(), seat)?,
    };
    if path.symlink_metadata().is_ok() {
        let key = Key::read(&path)?;
        return match key.seat == seat {
            true => Ok(key),
            false if key.game == mail.id() => Err(Missing::Own),
            false => Err(Missing::Fail(Fail::Bad(format!("{}: the key of another game", files::name(&path))))),
        };
    }
    // The key of whoever wrote the letter lies here: he has opened his own, unless he says otherwise.
    let own = Key::usual_path(id, mail.id(), &mail.last().by).is_ok_and(|path| path.symlink_metadata().is_ok());
    if own && args.secret.is_none() && args.side.is_none() {
        return Err(Missing::Own);
    }
    if mail.letters.len() > 1 {
        let why =
            format!("{}: no such key file, and without it {seat} cannot go on; --secret FILE names another", files::name(&path));
        return Err(Missing::Fail(Fail::Bad(why)));
    }
    let mut key = Key::new(path, seat)?;
    mail.id().clone_into(&mut key.game);
    Ok(key)
}

/// Remembers the letter that was opened; what was begun in answer to another is forgotten.
fn remember(key: &mut Key, mail: &Mail) -> Done {
    let mark = Some((mail.letters.len(), mail.last().sum.clone()));
    if key.seen != mark {
        key.clear_draft();
        key.seen = mark;
        key.save()?;
    }
    Ok(())
}

/// Throws the dice that the letter before waits for; the link that was missing.
fn throw_dice(mail: &Mail, throw: &Throw, chain: &Chain, game: &mut dyn Match) -> Result<String, Fail> {
    let number = mail.throws();
    let mine = chain.link(number).ok_or_else(used_up)?;
    // Whoever wrote the letter shows his link for it, also where he throws for the other by his orders.
    let mut dice = match mail.letters[0].by == mail.last().by {
        true => ThrowDice::new(number, &throw.link, mine),
        false => ThrowDice::new(number, mine, &throw.link),
    };
    game.submit(&throw.seat, &throw.action, &mut dice).map_err(|why| Fail::Bad(format!("{}: {why}", mail.file)))?;
    Ok(mine.to_owned())
}

/// What has happened since the player wrote last.
fn told(game: &dyn Match, mail: &Mail, seat: &str, opponent: &str) -> String {
    let known: usize = match mail.letters.iter().rposition(|letter| letter.by == seat) {
        Some(last) => mail.letters[..=last].iter().map(|letter| letter.entries.len()).sum(),
        None => 0,
    };
    let title = game.identity().title;
    let mut out = format!("{title}. You are {seat}; this is letter {}, from {opponent}.\n", mail.letters.len());
    for words in &mail.last().said {
        // Somebody else's words must not give orders to the terminal.
        let words: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let _ = writeln!(out, "{opponent} says: {words}");
    }
    for line in game.log(Some(seat), if known == 0 { 0 } else { known + 1 }) {
        let _ = writeln!(out, "{}{}", "  ".repeat(usize::from(line.level)), line.text);
    }
    out
}

/// Lets the player decide, unless there is nothing to decide.
fn decide(args: &Args, mut game: Box<dyn Match>, mut post: Post) -> Result<(Box<dyn Match>, Post), Fail> {
    // What was begun before holds the answers of that time.
    if !args.commands.is_empty() || (post.key.draft.is_empty() && post.key.throw.is_none()) {
        let reader = post.seat.clone();
        files::say(post.standing(game.as_mut(), &reader))?;
    }
    let nothing = post.ready(game.as_ref());
    if nothing && args.commands.is_empty() {
        post.send = true;
        files::say(format!("You have nothing to decide now. {}\n", crate::replay::standing(game.as_ref())))?;
        return Ok((game, post));
    }
    if !args.commands.is_empty() {
        let (game, mut post) = Session::new(game, post, Input::script(args.commands.clone())).run()?;
        if !post.send && !post.ready(game.as_ref()) {
            let standing = crate::replay::standing(game.as_ref());
            return Err(Fail::Bad(format!("nothing is written, since not everything is decided: {standing}")));
        }
        post.send = true;
        return Ok((game, post));
    }
    resume(game.as_mut(), &mut post)?;
    Session::new(game, post, Input::new()).run()
}

/// Takes up what was begun before.
fn resume(game: &mut dyn Match, post: &mut Post) -> Done {
    post.said.clone_from(&post.key.said);
    for action in &post.key.draft {
        // What was answered by the other's orders is among it.
        let Some(seat) = game.to_decide() else { break };
        let again = game.submit(seat, action, &mut LowDice).is_ok_and(|happening| happening.dice.is_empty());
        if !again {
            game.rewind(post.floor);
            return files::say("What you had begun does not fit any more and is forgotten.\n");
        }
    }
    post.throw.clone_from(&post.key.throw);
    match (post.key.draft.len(), &post.throw) {
        (0, None) => Ok(()),
        _ => files::say("What you had begun is taken up again; `undo` takes it back, one action at a time.\n"),
    }
}

fn raw_entry(happening: &Happening) -> RawEntry {
    RawEntry {
        line: 0,
        seat: happening.seat.clone().unwrap_or_default(),
        action: happening.action.clone(),
        rolls: happening.dice.clone(),
        check: u64::from_str_radix(&happening.check, 16).unwrap_or_default() as u32,
        chance: None,
    }
}

/// A letter that was answered before is answered in the same words.
fn write_again(args: &Args, key: &Key, name: &str, output: &Path) -> Done {
    let number = key.sent.as_ref().map_or(0, |(number, _)| *number);
    if output.symlink_metadata().is_ok() && !args.force {
        let output = files::name(output);
        return Err(Fail::Bad(format!("{name}: you have answered it already, with letter {number}; {output} is there")));
    }
    if !args.commands.is_empty() {
        return Err(Fail::Bad(format!("{name}: you have answered it already, with letter {number}; nothing can be changed")));
    }
    files::write(output, key.letter.as_bytes())?;
    files::say(format!(
        "You have answered this letter already, and an answer cannot be changed. Letter {number} is written again, to {}.\n",
        files::name(output)
    ))
}

/// `game-0007.mail` for letter 7, whatever the number in the name was.
fn next_name(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().map_or_else(|| "game".to_owned(), |stem| stem.to_string_lossy().into_owned());
    let base = match stem.rsplit_once('-') {
        Some((base, digits)) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) => base,
        _ => &stem,
    };
    path.with_file_name(format!("{base}-{number:04}.mail"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_named_by_their_number() {
        for (from, to) in [
            ("eylau-0006.mail", "eylau-0007.mail"),
            ("a/b/eylau-0006.mail", "a/b/eylau-0007.mail"),
            ("from-paul.txt", "from-paul-0007.mail"),
            ("game", "game-0007.mail"),
            ("1807-", "1807--0007.mail"),
            ("-12.mail", "-0007.mail"),
        ] {
            assert_eq!(next_name(Path::new(from), 7), Path::new(to));
        }
    }
}
