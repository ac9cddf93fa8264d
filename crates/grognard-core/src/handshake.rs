/// What a plugin library says of itself in plain bytes, before any typed value crosses.
///
/// It is a piece of constant data without a single pointer, so a host can read it out of the file
/// and refuse a plugin of another boundary without running any of its code. Its form never
/// changes; a new form would bear another [`Handshake::MAGIC`].
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handshake {
    magic: [u8; 16],
    abi: [u8; 4],
    sdk: [u8; 32],
    ruleset: [u8; 64],
    rustc: [u8; 96],
}

impl Handshake {
    /// The bytes it begins with.
    pub const MAGIC: [u8; 16] = *b"grognard plugin\0";
    /// Its size in bytes.
    pub const SIZE: usize = size_of::<Self>();
    /// What the name of the exported handshake begins with; the plugin crate's name follows, so
    /// that several plugins can be linked into one program.
    pub const SYMBOL: &str = "grognard_handshake_";
    /// What the name of the exported module header begins with; the plugin crate's name follows.
    pub const MODULE: &str = "grognard_module_";

    /// A handshake of the boundary `abi` for the ruleset called `ruleset`, built with `sdk` and
    /// `rustc`. Texts that are too long are cut, except the ruleset's id.
    ///
    /// # Panics
    /// When the id is longer than 63 bytes. In a constant this is a compile error.
    pub const fn new(abi: u32, sdk: &str, ruleset: &str, rustc: &str) -> Self {
        assert!(
            ruleset.len() < 64,
            "the id of a ruleset has at most 63 bytes"
        );
        Self {
            magic: Self::MAGIC,
            abi: abi.to_le_bytes(),
            sdk: fixed(sdk),
            ruleset: fixed(ruleset),
            rustc: fixed(rustc),
        }
    }

    /// The handshake in `bytes`; none when there are too few or they do not begin with
    /// [`Handshake::MAGIC`].
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk()?;
        let (magic, rest) = bytes.split_first_chunk()?;
        let (abi, rest) = rest.split_first_chunk()?;
        let (sdk, rest) = rest.split_first_chunk()?;
        let (ruleset, rest) = rest.split_first_chunk()?;
        let (rustc, _) = rest.split_first_chunk()?;
        let read = Self {
            magic: *magic,
            abi: *abi,
            sdk: *sdk,
            ruleset: *ruleset,
            rustc: *rustc,
        };
        (read.magic == Self::MAGIC).then_some(read)
    }

    /// The number of the boundary the plugin was built for.
    pub const fn abi(&self) -> u32 {
        u32::from_le_bytes(self.abi)
    }

    /// The version of the SDK it was built with.
    pub fn sdk(&self) -> String {
        text(&self.sdk)
    }

    /// The id of the ruleset it holds.
    pub fn ruleset(&self) -> String {
        text(&self.ruleset)
    }

    /// The compiler it was built with.
    pub fn rustc(&self) -> String {
        text(&self.rustc)
    }
}

/// `text` as NUL-terminated bytes, cut to fit.
const fn fixed<const N: usize>(text: &str) -> [u8; N] {
    let text = text.as_bytes();
    let mut bytes = [0; N];
    let mut at = 0;
    while at < text.len() && at + 1 < N {
        bytes[at] = text[at];
        at += 1;
    }
    bytes
}

/// The text up to the first NUL.
fn text(bytes: &[u8]) -> String {
    let end = bytes
        .iter()
        .position(|&byte| byte == 0)
        .unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::Handshake;

    #[test]
    fn what_is_written_is_read() {
        let written = Handshake::new(7, "1.2.3", "some-rules", &"x".repeat(200));
        let bytes: [u8; Handshake::SIZE] = {
            let Handshake {
                magic,
                abi,
                sdk,
                ruleset,
                rustc,
            } = written;
            let all = [&magic[..], &abi, &sdk, &ruleset, &rustc].concat();
            all.try_into().expect("no padding between the fields")
        };
        let read = Handshake::read(&bytes).expect("the magic bytes are there");
        assert_eq!(read, written);
        assert_eq!(
            (read.abi(), read.sdk(), read.ruleset()),
            (7, "1.2.3".into(), "some-rules".into())
        );
        assert_eq!(read.rustc().len(), 95);
    }

    #[test]
    fn other_bytes_are_no_handshake() {
        assert_eq!(Handshake::read(&[0; Handshake::SIZE]), None);
        assert_eq!(Handshake::read(&Handshake::MAGIC), None);
    }
}
